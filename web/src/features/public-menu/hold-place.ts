/**
 * Records which items are in view and what has focus. Call the returned function after the page has changed: it scrolls
 * the first of those items that still exists back to its place, and focuses the tabs if focus was lost.
 */
export function holdPlace(): () => void {
  const putBack = holdScroll();
  const focused = document.activeElement;
  return () => {
    putBack();
    if (focused?.isConnected) return;
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  };
}

/** Browsers' scroll anchoring is not enough: Safari has none, and no browser handles moved rows. */
function holdScroll(): () => void {
  if (window.scrollY === 0) return () => {};
  const inView = Array.from(document.querySelectorAll('li[id^="item-"]'), (row) => ({
    row,
    place: row.getBoundingClientRect(),
  })).filter(({ place }) => place.top < window.innerHeight && place.bottom > 0);
  const page = document.documentElement;
  // Otherwise both the browser and this code would correct the scroll position.
  page.style.setProperty('overflow-anchor', 'none');
  return () => {
    const kept = inView.find(({ row }) => row.isConnected);
    if (kept) window.scrollBy({ top: kept.row.getBoundingClientRect().top - kept.place.top, behavior: 'instant' });
    requestAnimationFrame(() => page.style.removeProperty('overflow-anchor'));
  };
}
