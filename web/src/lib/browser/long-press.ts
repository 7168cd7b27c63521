import { type ComponentProps, useEffect, useRef } from 'react';

/** A press of this many milliseconds is a long one. */
const LONG_MS = 500;

type Handler = 'onPointerDown' | 'onPointerUp' | 'onPointerLeave' | 'onPointerCancel' | 'onContextMenu' | 'onClick';

/** The handlers of a button that takes a tap, and a long press for something else. Scrolling is neither. */
export function useLongPress(
  onTap: () => void,
  onLongPress: () => void,
): Required<Pick<ComponentProps<'button'>, Handler>> {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: () => {
      end();
      timer.current = window.setTimeout(() => {
        swallowNextClick();
        onLongPress();
      }, LONG_MS);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    // Phones would select the text.
    onContextMenu: (event) => event.preventDefault(),
    onClick: onTap,
  };
}

/** Swallows the click that ends a long press: it may land on what the press has just shown. */
function swallowNextClick(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const stop = () => over.abort();
  window.addEventListener('pointerdown', stop, options);
  window.addEventListener('keydown', stop, options);
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      stop();
    },
    options,
  );
}
