import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What public-menu renders menus with: one file, whole in itself, React included.
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
