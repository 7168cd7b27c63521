type Guard = (event: PopStateEvent) => void;

let guards: readonly Guard[] = [];

/**
 * Lets a guard handle the back button before the router does. Call it before anything renders: listeners on the window run
 * in the order in which they were added, capturing or not.
 */
export function installPopGuard(): void {
  window.addEventListener('popstate', (event) => guards.at(-1)?.(event));
}

/** Adds a guard, which takes the place of the one before until the returned function removes it. */
export function addPopGuard(next: Guard): () => void {
  guards = [...guards, next];
  return () => {
    guards = guards.filter((one) => one !== next);
  };
}
