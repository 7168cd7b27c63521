import { defineConfig } from 'vite';
import { compressed } from './vite-compressed.ts';

// The public menu page's service worker: one self-contained file at a fixed address. Built after the pages.
export default defineConfig({
  plugins: [compressed()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/features/public-menu/worker/menu-worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
