import { installPopGuard } from '../lib/browser/pop-guard.ts';

const WIDTH_PX = 1280;
const REM_PX = 16;

let isInstalled = false;

/** Adds what the test's document lacks of a laptop's browser, except layout, and what main.tsx sets up. */
export function installBrowserParts(): void {
  // Files that share a worker share the document.
  if (isInstalled) return;
  isInstalled = true;
  installPopGuard();
  window.scrollTo = () => {};
  window.scrollBy = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: matches(media) }) as MediaQueryList;
  // There are no styles here, but elements shown only on phones must not be found.
  const style = document.createElement('style');
  style.textContent = '.sm\\:hidden, .md\\:hidden, .lg\\:hidden, .xl\\:hidden { display: none }';
  document.head.append(style);
}

/** Whether a laptop matches: a mouse, a window of 1280 pixels, and reduced motion. */
function matches(media: string): boolean {
  if (/reduced-motion: reduce|pointer: fine/.test(media)) return true;
  const rem = /(?:min-width:|width >=) (\d+)rem/.exec(media)?.[1];
  return rem !== undefined && Number(rem) * REM_PX <= WIDTH_PX;
}
