const PARTS = 'main, [role=dialog], [role=alertdialog]';
const HEADINGS = 'h1, h2, h3';
/** How long others have to move the focus on: dialogs and menus return it after they are gone. */
const SETTLED_MS = 100;

/**
 * Keeps the place of who uses a keyboard. When what had the focus leaves the page, and nothing else takes it, the heading of the
 * nearest part around it that is left gets it. What was disabled meanwhile gets it back. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let focused: Element | undefined;
  /** It, since it was disabled. */
  let disabled: Element | undefined;
  /** What had the focus last in the page or in a dialog, and what is around it, outwards. */
  let around: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    focused = target;
    disabled = undefined;
    // A menu or a list of choices hangs elsewhere; its place is that of its button.
    if (target.closest(PARTS)) around = withAncestors(target);
  };
  const onBlur = () =>
    queueMicrotask(() => {
      // Browsers also say so of what they remove, and may of what is disabled.
      if (isOnNothing() && focused?.isConnected && !focused.matches(':disabled')) focused = undefined;
    });
  const isLost = () => focused?.isConnected === false && isOnNothing();
  const observer = new MutationObserver(() => {
    if (focused?.matches(':disabled')) disabled = focused;
    else if (disabled && disabled === focused && isOnNothing()) (focused as HTMLElement).focus({ preventScroll: true });
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isLost()) focusNearest(around);
    }, SETTLED_MS);
  });

  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
    observer.disconnect();
    clearTimeout(timer);
  };
}

const isOnNothing = () => document.activeElement === document.body;

function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let part: Element | null = element; part; part = part.matches(PARTS) ? null : part.parentElement) all.push(part);
  return all;
}

/** A heading may be hidden at this width: then it does not take the focus. */
function focusNearest([last, ...parts]: readonly Element[]): void {
  const headings = parts.filter((part) => part.isConnected).flatMap((part) => [...part.querySelectorAll(HEADINGS)]);
  for (const target of [last, ...headings, ...document.querySelectorAll('main h1')]) {
    if (!(target instanceof HTMLElement) || !target.isConnected) continue;
    if (target !== last && !target.hasAttribute('tabindex')) target.tabIndex = -1;
    // The view stays where it is.
    target.focus({ preventScroll: true });
    if (document.activeElement === target) return;
  }
}
