/**
 * Notes which items are in view and what has the focus. The function it gives, called once the page has changed, puts the
 * first of them that is still there back to where it was, and the focus on the tabs where it would be lost.
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

/** Browsers do so themselves, but Safari not at all, and none of them where the rows themselves were moved. */
function holdScroll(): () => void {
  if (window.scrollY === 0) return () => {};
  const inView = Array.from(document.querySelectorAll('li[id^="item-"]'), (row) => ({
    row,
    place: row.getBoundingClientRect(),
  })).filter(({ place }) => place.top < window.innerHeight && place.bottom > 0);
  const page = document.documentElement;
  // Or both would do it, one after the other.
  page.style.setProperty('overflow-anchor', 'none');
  return () => {
    const kept = inView.find(({ row }) => row.isConnected);
    if (kept) window.scrollBy({ top: kept.row.getBoundingClientRect().top - kept.place.top, behavior: 'instant' });
    requestAnimationFrame(() => page.style.removeProperty('overflow-anchor'));
  };
}
