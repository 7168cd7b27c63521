type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

/**
 * Lets a guard hear the back button before the router does. Call it before anything renders: listeners on the window
 * are called in the order in which they came, captured or not.
 */
export function installPopGuard(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Sets the guard; gives the way to take it off. */
export function setPopGuard(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
