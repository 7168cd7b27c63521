/**
 * Notes which items are in view; the function it gives puts the first of them that is still there back to where it was.
 * Safari, unlike other browsers, does not do so itself when something comes or goes further up.
 */
export function holdScroll(): () => void {
  if (window.scrollY === 0 || CSS.supports('overflow-anchor', 'auto')) return () => {};
  const inView = Array.from(document.querySelectorAll('li[id^="item-"]'), (row) => ({
    row,
    top: row.getBoundingClientRect().top,
  })).filter(({ row, top }) => top < window.innerHeight && row.getBoundingClientRect().bottom > 0);
  return () => {
    const kept = inView.find(({ row }) => row.isConnected);
    if (kept) window.scrollBy({ top: kept.row.getBoundingClientRect().top - kept.top, behavior: 'instant' });
  };
}
