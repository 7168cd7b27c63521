import { defineConfig } from 'vite';
import { compressed } from './vite-compressed.ts';

// The service worker of the diners' page: one file, whole in itself, at an address that stays. Built after the pages.
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
