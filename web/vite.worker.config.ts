import { worker } from './vite-worker.ts';

// The public menu page's service worker.
export default worker('src/features/public-menu/worker/menu-worker.ts', 'sw.js');
