import { loadavg } from 'node:os';
import { table, whenAndWhere, whole, writeReport } from '../../bench/lib/report.ts';
import type { Survived } from './survived.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What was seen during a fault, in a line. */
export const lineOf = (one: Survived): string =>
  `${one.name}: ${seconds(one.lastedMs)}; ${one.publicReads} menus, ${one.stale} of them stale, slowest ${seconds(one.slowestPublicMs)}; ` +
  `${one.ownerAnswers} owners' answers, ${one.refused} of them 503, slowest ${seconds(one.slowestRefusalMs)}, slowest other ${seconds(one.slowestSuccessMs)}; ` +
  `${one.acknowledged} writes kept; well after ${seconds(one.recoveredMs)}; the machine's lag ${seconds(one.lagMs)}${one.isJudged ? '' : ', too much to judge times'}`;

/** Writes the table of faults into docs/reliability.md where it was asked to (`npm run test:faults -- --write`). */
export function report(survived: readonly Survived[]): void {
  if (!process.env.WRITE_REPORT) return;
  writeReport('faults', [head(), faultsTable(survived)], 'docs/reliability.md');
}

const head = () =>
  `Made by \`npm run test:faults -- --write\` ${whenAndWhere()}, whose load was ${(loadavg()[0] as number).toFixed(1)}; Node ${process.versions.node}. ` +
  'Each fault is brought about for real under a steady load through nginx: diners read four addresses of menus, an owner reads and writes. ' +
  "Everything counts from the fault's beginning until all is well again. No read of a menu failed, no acknowledged write was lost, no process ended " +
  'that was not killed, and no invariant was broken: the run would have failed. The lag is how late a bare process on the same machine was meanwhile.';

function faultsTable(survived: readonly Survived[]): string {
  return table(
    [
      'Fault',
      'lasted',
      'menus read',
      'last good copies',
      'slowest',
      "owners' answers",
      '503',
      'slowest 503',
      'slowest other',
      'writes kept',
      'well after',
      'lag',
    ],
    survived.map((one) => [
      one.name,
      seconds(one.lastedMs),
      whole(one.publicReads),
      whole(one.stale),
      seconds(one.slowestPublicMs),
      whole(one.ownerAnswers),
      whole(one.refused),
      seconds(one.slowestRefusalMs),
      seconds(one.slowestSuccessMs),
      whole(one.acknowledged),
      seconds(one.recoveredMs),
      one.isJudged ? seconds(one.lagMs) : `${seconds(one.lagMs)}: times not judged`,
    ]),
  );
}
