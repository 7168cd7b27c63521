import { runInput } from '@tavola/contracts/qr.ts';
import { codesText } from './sheet-plan.ts';

/** Describes a run, as in "40 codes: Table 1 to Table 40"; `undefined` while the input is invalid. */
export function runText(values: unknown): string | undefined {
  const run = runInput.safeParse(values).data;
  if (!run) return undefined;
  const { prefix, from, to } = run;
  return from === to
    ? `${codesText(1)}: ${prefix} ${from}`
    : `${codesText(to - from + 1)}: ${prefix} ${from} to ${prefix} ${to}`;
}
