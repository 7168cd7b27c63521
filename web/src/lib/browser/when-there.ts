const WAIT_FOR_PAGE_MS = 5000;

/** Calls `act` repeatedly until it returns true, for as long as a page may take to load. */
export function whenThere(act: () => boolean): () => void {
  if (act()) return () => {};
  const observer = new MutationObserver(() => {
    if (act()) stop();
  });
  const timer = setTimeout(() => observer.disconnect(), WAIT_FOR_PAGE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
