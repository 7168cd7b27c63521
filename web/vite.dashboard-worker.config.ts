import { worker } from './vite-worker.ts';

// The dashboard's service worker.
export default worker('src/app/worker/dashboard-worker.ts', 'dashboard-sw.js');
