/** How the user operated the page last. */
export type Input = 'keyboard' | 'mouse' | 'touch';

let last: Input = 'keyboard';

window.addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    last = pointerType === 'mouse' ? 'mouse' : 'touch';
  },
  true,
);
window.addEventListener(
  'keydown',
  ({ key }) => {
    // An on-screen keyboard sends keys too, but no Tab.
    if (last !== 'touch' || key === 'Tab') last = 'keyboard';
  },
  true,
);

/** How the user operated the page last; `keyboard` before anything was pressed. */
export const lastInput = (): Input => last;
