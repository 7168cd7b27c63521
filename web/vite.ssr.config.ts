import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The renderer that the public-menu service uses: one self-contained file, React included.
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/render-menu.tsx',
    outDir: 'dist-ssr',
  },
});
