type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

/**
 * Lets a guard handle the back button before the router does. Call it before anything renders: listeners on the window run
 * in the order in which they were added, capturing or not.
 */
export function installPopGuard(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Sets the guard; returns a function that removes it. */
export function setPopGuard(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
