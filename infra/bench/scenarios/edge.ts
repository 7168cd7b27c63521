import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { seededRandom } from '../../dev/seed/random.ts';
import { type Bench, type Finding, type Goal, languagesOf, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, type Figures, figuresTable } from '../lib/contest.ts';
import { headerOf, textOf } from '../lib/http-connection.ts';
import { readAll } from '../lib/read-all.ts';
import { whole } from '../lib/report.ts';
import { requestList } from '../lib/request-list.ts';
import { zipf } from '../lib/statistics.ts';
import { wrk } from '../lib/wrk.ts';

/** The menus of the mix that is read in one language and in several, and its reads. */
const MENUS = 300;
const DRAWS = 100_000;

/** A restaurant with pictures, of the demonstration's. */
const ILLUSTRATED = 'linden-and-rye';

/** A warm menu and a picture through nginx, each as 200 and as 304, compared with the same bytes as a file. */
export async function edge(bench: Bench): Promise<Finding> {
  const { stack, rivals } = bench;
  const file = rivals.static;
  const menu = await beside(bench, file.url, stack.origin + menuPath(bench.demo.slug), 'edge');
  const pictureUrl = stack.origin + (await pictureIn(stack.origin + menuPath(ILLUSTRATED)));
  rivals.setPicture((await probe(pictureUrl)).body);
  const picture = await beside(bench, file.pictureUrl, pictureUrl, null);
  const slugs = await bench.richCopies(bench.isQuick ? MENUS / 10 : MENUS);
  const languages = await languagesOf(stack.origin + menuPath(slugs[0] as string));
  const inOne = await hitShare(bench, slugs, ['']);
  const inAll = await hitShare(bench, slugs, languages);
  return {
    title: 'Hit at the edge',
    goals: [
      asFast('Warm menu through nginx, gzip', menu.whole),
      asFast('The same, 304', menu.unchanged),
      asFast('A picture through nginx', picture.whole),
      asFast('The same, 304', picture.unchanged),
      {
        what: `Hits at the edge with ${languages.length} languages`,
        goal: '≥ 0.85 of those with one',
        measured: (inAll / inOne).toFixed(2),
        isMet: languages.length >= 3 && inAll / inOne >= 0.85,
        whyMissed: 'the edge keeps what is read often, and each language is read less often',
      },
    ],
    parts: [
      'A menu:',
      ...menu.parts,
      'A picture:',
      ...picture.parts,
      `Of ${whole(DRAWS)} reads of ${whole(slugs.length)} menus, drawn with Zipf(1.0) and sent over and over, the edge answers ${percent(inOne)} if all are in one language, and ${percent(inAll)} if each is in one of ${languages.length}.`,
    ],
  };
}

function asFast(what: string, [, ours]: readonly Figures[]): Goal {
  const ratio = ours?.ratio ?? 0;
  return { what, goal: '≥ 0.90 of nginx static', measured: ratio.toFixed(2), isMet: ratio >= 0.9 };
}

/** Compares `file` at the rival with `ours`, which has to come from `level`, if there is one. */
async function beside(bench: Bench, file: string, ours: string, level: string | null) {
  const ask = async (name: string, url: string, servers: Record<string, number>, from: string | null) => {
    const first = from ? await probeFrom(from, url) : await probe(url);
    const etag = headerOf(first, 'etag');
    if (!etag) throw new Error(`${url} has no ETag.`);
    const headers = { 'If-None-Match': etag };
    const unchanged = await probe(url, headers, 304);
    return {
      whole: { name, servers, load: { url }, bytes: first.bytes },
      unchanged: { name, servers, load: { url, headers }, bytes: unchanged.bytes },
      sizes: { body: first.body.length, head: first.bytes - first.body.length, unchanged: unchanged.bytes },
    };
  };
  const still = await ask('nginx, the same bytes as a file', file, bench.rivals.static.servers, null);
  const product = await ask('the edge', ours, bench.servers('nginx'), level);
  if (still.sizes.body !== product.sizes.body) throw new Error(`${file} and ${ours} are not the same bytes.`);
  const figures = {
    whole: await contest(bench, [still.whole, product.whole]),
    unchanged: await contest(bench, [still.unchanged, product.unchanged]),
  };
  const heads = ({ sizes }: typeof still) => `${sizes.head} (304: ${sizes.unchanged})`;
  return {
    ...figures,
    parts: [
      `Both send ${whole(still.sizes.body)} bytes. The head has ${heads(still)} bytes as a file, ${heads(product)} from the edge, which adds security headers.`,
      figuresTable(figures.whole, 'nginx static'),
      'Unchanged (`If-None-Match`, 304):',
      figuresTable(figures.unchanged, 'nginx static'),
    ],
  };
}

/** The path of the smallest AVIF file of a picture in the menu at `url`. */
async function pictureIn(url: string): Promise<string> {
  const { items }: PublicMenu = JSON.parse(textOf(await probe(url)));
  const picture = items.map(({ image }) => image && pictureAt(image)).find(Boolean);
  if (!picture) throw new Error(`No item at ${url} has a picture of its own.`);
  return pictureFile(picture, pictureWidths(picture.width, 'avif')[0] as number, 'avif');
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
  await readAll(
    stack.origin,
    slugs.flatMap((slug) => languages.map((language) => slug + language)),
  );
  await wrk(wrkCommand, { ...load, seconds: isQuick ? 2 : 15, isCounting: true });
  const { counts, requests } = await wrk(wrkCommand, { ...load, seconds, isCounting: true });
  return (counts['200 edge'] ?? 0) / requests;
}
