// What the dashboard and its service worker (worker/dashboard-worker.ts) have in common.

/** The worker's URL and scope. */
export const SHELL_WORKER_URL = '/dashboard-sw.js';
export const SHELL_SCOPE = '/dashboard';
