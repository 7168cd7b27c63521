import { whenAndWhere, writeReport } from '../../bench/lib/report.ts';

/** Writes what was tested into docs/reliability.md on request (`npm run test:security -- --write`). */
export function report(name: string, tried: string): void {
  if (!process.env.WRITE_REPORT) return;
  writeReport(
    name,
    [`Made by \`npm run test:security -- --write\` ${whenAndWhere()}. ${tried}`],
    'docs/reliability.md',
  );
}
