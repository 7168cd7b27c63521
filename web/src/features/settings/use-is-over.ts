import { useEffect, useState } from 'react';

/** Whether the instant `iso` (ISO 8601) has passed; false without one. The component renders again when it does. */
export function useIsOver(iso: string | undefined): boolean {
  const [over, setOver] = useState<string>();
  const leftMs = iso === undefined ? Number.POSITIVE_INFINITY : new Date(iso).getTime() - Date.now();
  useEffect(() => {
    if (iso === undefined) return undefined;
    const timer = setTimeout(() => setOver(iso), Math.max(0, new Date(iso).getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [iso]);
  return iso !== undefined && (over === iso || leftMs <= 0);
}
