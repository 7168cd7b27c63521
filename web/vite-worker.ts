import { defineConfig, type UserConfig } from 'vite';
import { compressed } from './vite-compressed.ts';

/** The build of a service worker: one self-contained file at a fixed address. Built after the pages. */
export function worker(input: string, file: string): UserConfig {
  return defineConfig({
    plugins: [compressed()],
    publicDir: false,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: file } },
    },
  });
}
