import { useEffect } from 'react';
import { IDLE_MS, idleMs, noteTouch, useKitchenTablet } from './kitchen-tablet.ts';
import { lockTablet } from './session.ts';

/** At most one touch in this many milliseconds is noted. */
const NOTED_MS = 5_000;

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Locks a kitchen tablet that nobody has touched for a while, also where it was closed meanwhile, and whoever is signed in on it. */
export function useIdleLock(): void {
  const isTablet = Boolean(useKitchenTablet()?.key);
  useEffect(() => {
    if (!isTablet) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const left = IDLE_MS - idleMs();
      if (left <= 0) lockTablet('idle');
      else timer = setTimeout(check, left);
    };
    const touched = () => {
      if (idleMs() > NOTED_MS) noteTouch();
    };
    // Timers rest while a page is hidden or the device sleeps.
    const onSeen = () => document.visibilityState === 'visible' && check();
    check();
    for (const touch of TOUCHES) window.addEventListener(touch, touched, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, touched, { capture: true });
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [isTablet]);
}
