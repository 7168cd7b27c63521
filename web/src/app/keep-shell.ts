import { getToken } from '../lib/session/stored-token.ts';
import { SHELL_SCOPE, SHELL_WORKER_URL } from './kept-shell.ts';

/** Has the dashboard's HTML and code kept on the device of a signed-in user, once the page has loaded. Ignores failures. */
export function keepShell(): void {
  // Not in development, where files change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || getToken() === null) return;
  const start = () => {
    navigator.serviceWorker.register(SHELL_WORKER_URL, { scope: SHELL_SCOPE }).catch(() => {});
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
