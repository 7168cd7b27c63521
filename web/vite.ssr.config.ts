import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { smallIcons } from './vite-icons.ts';

// The renderer that the public-menu service uses: one self-contained file, React included.
export default defineConfig({
  // Icons as the pages have them, which take over what this renders.
  plugins: [react(), smallIcons()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/render-menu.tsx',
    outDir: 'dist-ssr',
  },
});
