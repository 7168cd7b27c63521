import { writeReport } from '../../bench/lib/report.ts';

/** Writes what was tested into docs/reliability.md on request (`npm run test:security -- --write`). */
export function report(name: string, tried: string): void {
  if (!process.env.WRITE_REPORT) return;
  writeReport(name, [`On ${new Date().toISOString().slice(0, 10)}: ${tried}`], 'docs/reliability.md');
}
