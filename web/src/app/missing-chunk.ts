const RELOADED_AT = 'reloaded-for-chunk';
const ONCE_PER_MS = 60_000;

/** After a deployment an open page may request chunks that no longer exist. Reloads to the new version, never in a loop. */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Away from the network nothing is newer, and a reload could lose what is not sent yet.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < ONCE_PER_MS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
