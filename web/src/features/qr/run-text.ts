import { runInput } from '@tavola/contracts/qr.ts';
import { codesText } from './sheet-plan.ts';

/** What a run will make, as in "40 codes: Table 1 to Table 40"; nothing for what can't be one yet. */
export function runText(values: unknown): string | undefined {
  const run = runInput.safeParse(values).data;
  if (!run) return undefined;
  const { prefix, from, to } = run;
  return from === to
    ? `${codesText(1)}: ${prefix} ${from}`
    : `${codesText(to - from + 1)}: ${prefix} ${from} to ${prefix} ${to}`;
}
