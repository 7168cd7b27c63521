import { whenThere } from './when-there.ts';

/** Focuses the heading of the screen that shows next: what had the focus is gone. */
export function focusHeading(): void {
  requestAnimationFrame(() =>
    whenThere(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    }),
  );
}
