import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const backend = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': backend, '/q': backend } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Tells what each screen's chunk needs: for the size budget and for whoever writes preload hints.
    manifest: true,
    // Every browser this is built for knows modulepreload.
    modulePreload: { polyfill: false },
    // A font inlined into the stylesheet would hold up the first paint.
    assetsInlineLimit: 0,
  },
});
