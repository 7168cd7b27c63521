import { seededRandom } from '../../dev/seed/random.ts';
import { type Bench, type Finding, languagesOf, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';
import { headerOf } from '../lib/http-connection.ts';
import { whole } from '../lib/report.ts';
import { requestList } from '../lib/request-list.ts';
import { zipf } from '../lib/statistics.ts';
import { wrk } from '../lib/wrk.ts';

/** The menus of the mix that is read in one language and in several, and its reads. */
const MENUS = 300;
const DRAWS = 100_000;

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
  const slugs = await bench.richCopies(bench.isQuick ? MENUS / 10 : MENUS);
  const languages = await languagesOf(stack.origin + menuPath(slugs[0] as string));
  const inOne = await hitShare(bench, slugs, ['']);
  const inAll = await hitShare(bench, slugs, languages);
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
      {
        what: `Hits at the edge with ${languages.length} languages`,
        goal: '≥ 0.85 of those with one',
        measured: (inAll / inOne).toFixed(2),
        isMet: languages.length >= 3 && inAll / inOne >= 0.85,
      },
    ],
    parts: [
      `The menu is ${still.whole.bytes.toLocaleString('en')} bytes with its head as a file, ${ours.whole.bytes.toLocaleString('en')} from the edge:`,
      figuresTable(wholes, 'nginx static'),
      'Unchanged (`If-None-Match`, 304):',
      figuresTable(unchanged, 'nginx static'),
      `Of ${whole(DRAWS)} reads of ${whole(slugs.length)} menus, drawn with Zipf(1.0) and sent over and over, the edge answers ${percent(inOne)} if all are in one language, and ${percent(inAll)} if each is in one of ${languages.length}.`,
    ],
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The share of reads that the edge answers: of the menus at `slugs`, each in any of `languages`, after a warm-up. */
async function hitShare(bench: Bench, slugs: readonly string[], languages: readonly string[]): Promise<number> {
  const { stack, dir, wrkCommand, seconds, isQuick } = bench;
  const random = seededRandom(slugs.length);
  const draw = zipf(slugs.length, () => random.next());
  const reads = Array.from(
    { length: DRAWS },
    () => `GET ${menuPath(slugs[draw()] as string)}${random.pick(languages)}`,
  );
  const load = { url: stack.origin, requests: requestList(dir, reads) };
  await wrk(wrkCommand, { ...load, seconds: isQuick ? 2 : 15, isCounting: true });
  const { counts, requests } = await wrk(wrkCommand, { ...load, seconds, isCounting: true });
  return (counts['200 edge'] ?? 0) / requests;
}
