import { type Bench, type Finding, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';
import { headerOf } from '../lib/http-connection.ts';

/** A warm menu through nginx, as 200 and as 304, compared with the same bytes as a file. */
export async function edge(bench: Bench): Promise<Finding> {
  const { stack, rivals } = bench;
  const url = stack.origin + menuPath(bench.demo.slug);
  const file = rivals.static;
  const ask = async (name: string, where: string, servers: Record<string, number>, level: string | null) => {
    const first = level ? await probeFrom(level, where) : await probe(where);
    const etag = headerOf(first, 'etag');
    if (!etag) throw new Error(`${where} has no ETag.`);
    const headers = { 'If-None-Match': etag };
    const unchanged = await probe(where, headers, 304);
    return {
      whole: { name, servers, load: { url: where }, bytes: first.bytes },
      unchanged: { name, servers, load: { url: where, headers }, bytes: unchanged.bytes },
    };
  };
  const still = await ask('nginx, the same bytes as a file', file.url, file.servers, null);
  const ours = await ask('the edge', url, bench.servers('nginx'), 'edge');
  const wholes = await contest(bench, [still.whole, ours.whole]);
  const unchanged = await contest(bench, [still.unchanged, ours.unchanged]);
  const [ratio, ratio304] = [wholes[1]?.ratio ?? 0, unchanged[1]?.ratio ?? 0];
  return {
    title: 'Hit at the edge',
    goals: [
      {
        what: 'Warm menu through nginx, gzip',
        goal: '≥ 0.90 of nginx static',
        measured: ratio.toFixed(2),
        isMet: ratio >= 0.9,
      },
      {
        what: 'The same, 304',
        goal: '≥ 0.90 of nginx static',
        measured: ratio304.toFixed(2),
        isMet: ratio304 >= 0.9,
      },
    ],
    parts: [
      `The menu is ${still.whole.bytes.toLocaleString('en')} bytes with its head as a file, ${ours.whole.bytes.toLocaleString('en')} from the edge:`,
      figuresTable(wholes, 'nginx static'),
      'Unchanged (`If-None-Match`, 304):',
      figuresTable(unchanged, 'nginx static'),
    ],
  };
}
