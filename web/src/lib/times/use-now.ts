import type { MenuItem } from '@tavola/contracts/menu.ts';
import { MINUTE_MS } from '@tavola/contracts/rules/times.ts';
import { useEffect, useState } from 'react';

/** The time now, in Unix time in milliseconds; it changes when one of `items` returns, and every minute. */
export function useNow(items: readonly Pick<MenuItem, 'soldOutUntil'>[] | undefined): number {
  const [now, setNow] = useState(Date.now);
  const returns = (items ?? []).flatMap(({ soldOutUntil }) => (soldOutUntil ? [Date.parse(soldOutUntil)] : []));
  const next = Math.min(...returns.filter((instant) => instant > now), now + MINUTE_MS);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}
