import { table, whenAndWhere, whole, writeReport } from '../../bench/lib/report.ts';
import type { LoadResult } from '../compose/steady-load.ts';
import { run } from './cluster.ts';

/** What was tried, and its result, as in "12 s" or "20,134 requests, 0 failed". */
const rows: [what: string, result: string][] = [];

export const note = (what: string, result: string): void => {
  rows.push([what, result]);
  console.log(`${what}: ${result}`);
};

/** Notes the result of a load, and shows its first failures. */
export function noteLoad(what: string, { sent, failures, slowestMs }: LoadResult): void {
  note(what, `${whole(sent)} requests, ${whole(failures.length)} failed, ${whole(slowestMs)} ms at most`);
  console.log(failures.slice(0, 20).join('\n'));
}

/** Prints the table, and on request writes it into docs/kubernetes.md (`npm run test:kubernetes -- --write`). */
export async function report(rate: number): Promise<void> {
  const results = table(['What', 'Result'], rows).replace('|---|--:|', '|---|---|');
  console.log(`\n${results}`);
  if (!process.env.WRITE_REPORT) return;
  const [server] = /v\d[\w.+-]*/.exec((await run('kubectl', 'version')).split('\n').at(-2) ?? '') ?? [];
  const [node] = JSON.parse(await run('kubectl', 'get', 'nodes', '-o', 'json')).items;
  const head = `Made by \`npm run test:kubernetes -- --write\` ${whenAndWhere()}; Kubernetes ${server}, ${node.status.nodeInfo.containerRuntimeVersion}, ${rate} requests a second.`;
  writeReport('kubernetes', [head, results], 'docs/kubernetes.md');
}
