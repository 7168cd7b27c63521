const listeners = new WeakMap<Element, () => void>();
// One shared observer: 200 separate ones would each cost a pass.
const observer =
  typeof ResizeObserver === 'function'
    ? new ResizeObserver((entries) => {
        for (const { target } of entries) listeners.get(target)?.();
      })
    : undefined;

/** Calls `listener` once the element has a size and on each change of it; returns a function that stops it. */
export function onResize(element: Element, listener: () => void): () => void {
  listeners.set(element, listener);
  observer?.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}
