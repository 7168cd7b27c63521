import { loadavg } from 'node:os';
import { table, whenAndWhere, whole, writeReport } from '../../bench/lib/report.ts';
import type { Survived } from './survived.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** One line about a fault's results. */
export const lineOf = (one: Survived): string =>
  `${one.name}: ${seconds(one.lastedMs)}; ${one.publicReads} menus, ${one.old} of them old, a price hidden for ${seconds(one.hiddenMs)}, slowest ${seconds(one.slowestPublicMs)}; ` +
  `${one.ownerAnswers} owners' answers, ${one.refused} of them refused, slowest ${seconds(one.slowestRefusalMs)}, slowest other ${seconds(one.slowestSuccessMs)}; ` +
  `${one.acknowledged} writes kept; well after ${seconds(one.recoveredMs)}; the machine's lag ${seconds(one.lagMs)}${one.isJudged ? '' : ', too much to judge times'}`;

/** Writes the table of faults into docs/reliability.md on request (`npm run test:faults -- --write`). */
export function report(survived: readonly Survived[]): void {
  if (!process.env.WRITE_REPORT) return;
  writeReport('faults', [head(), faultsTable(survived)], 'docs/reliability.md');
}

const head = () =>
  `Made by \`npm run test:faults -- --write\` ${whenAndWhere()}, whose load was ${(loadavg()[0] as number).toFixed(1)}; Node ${process.versions.node}. ` +
  'Seconds, from the fault’s beginning until recovery.';

function faultsTable(survived: readonly Survived[]): string {
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
  return table(
    ['Fault', 'price hidden', 'slowest menu', 'owner’s answers refused', 'recovered after'],
    survived.map((one) => [
      one.isJudged ? one.name : `${one.name} (a lag of ${seconds(one.lagMs)}: times not judged)`,
      one.hiddenMs > 0 ? inSeconds(one.hiddenMs) : '–',
      inSeconds(one.slowestPublicMs),
      `${whole(one.refused)} of ${whole(one.ownerAnswers)}`,
      inSeconds(one.recoveredMs),
    ]),
  );
}
