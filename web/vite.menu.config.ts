import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './vite-compressed.ts';
import { smallIcons } from './vite-icons.ts';
import { menuPage } from './vite-menu-page.ts';

// The public menu page, built by itself: in files that it shared with the application, guests would load what only that needs.
export default defineConfig({
  plugins: [react(), tailwindcss(), menuPage(), smallIcons(), compressed({ smallest: true })],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    // A font inlined into the stylesheet would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'menu.html' },
  },
});
