import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { type Bench, type Finding, type Goal, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, type Figures, figuresTable } from '../lib/contest.ts';
import { headerOf, textOf } from '../lib/http-connection.ts';
import { whole } from '../lib/report.ts';

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
  return {
    title: 'Hit at the edge',
    goals: [
      asFast('Warm menu through nginx, gzip', menu.whole),
      asFast('The same, 304', menu.unchanged),
      asFast('A picture through nginx', picture.whole),
      asFast('The same, 304', picture.unchanged),
    ],
    parts: ['A menu:', ...menu.parts, 'A picture:', ...picture.parts],
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
