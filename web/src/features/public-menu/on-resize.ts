const listeners = new WeakMap<Element, () => void>();
// One observer for all: 200 of them would each cost their own pass.
const observer =
  typeof ResizeObserver === 'function'
    ? new ResizeObserver((entries) => {
        for (const { target } of entries) listeners.get(target)?.();
      })
    : undefined;

/** Calls `listener` once the element has a size and whenever that changes; gives the way to stop. */
export function onResize(element: Element, listener: () => void): () => void {
  listeners.set(element, listener);
  observer?.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}
