import { many } from '../../../lib/text/format.ts';

/** A code's scan count; a dash while unknown. */
export function ScanCount({ scans }: { scans: number | undefined }) {
  if (scans === undefined) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">Scans unknown</span>
      </>
    );
  }
  return many(scans, 'scan');
}
