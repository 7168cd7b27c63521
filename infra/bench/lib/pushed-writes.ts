import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import type { HeardWrite } from '../load/streams.ts';
import { type Bench, menuPath, NotAvailable, probe, type Restaurant } from './bench.ts';
import { clock, sleep } from './clock.ts';
import { headerOf, httpConnection } from './http-connection.ts';
import { priceWrite } from './prices.ts';

/** The stream URLs of these menus, each as requested by a page with the newest version. */
export async function streamUrls(origin: string, menus: readonly Restaurant[]): Promise<string[]> {
  const urls: string[] = [];
  for (const { slug } of menus) {
    urls.push(`${origin}${menuPath(slug)}/events?v=${await versionOf(origin + menuPath(slug))}`);
  }
  return urls;
}

/** Writes one price after another, to the menus in turn; returns the version and times of each write. */
export async function pushedWrites(
  bench: Bench,
  menus: readonly Restaurant[],
  writes: number,
  pauseMs: number,
): Promise<HeardWrite[]> {
  const { origin } = bench.stack;
  const firstPrice = bench.newPrices(writes);
  const writer = httpConnection(origin);
  const done: HeardWrite[] = [];
  const versions = new Map<number, [tenant: number, menu: number]>();
  for (let write = 0; write < writes; write += 1) {
    const index = write % menus.length;
    const menu = menus[index] as Restaurant;
    const known = versions.get(index) ?? numbersOf(await versionOf(bench.urlOf('public-menu') + menuPath(menu.slug)));
    const next: [number, number] = [known[0], known[1] + 1];
    versions.set(index, next);
    const sentAt = clock();
    const { status } = await writer.ask(priceWrite(origin, menu, firstPrice + write));
    const acknowledgedAt = clock();
    if (status !== 200) throw new Error(`A write was answered ${status}.`);
    done.push({ index, version: next.join('.'), sentAt, acknowledgedAt });
    await sleep(pauseMs);
  }
  writer.close();
  return done;
}

async function versionOf(url: string): Promise<string> {
  const version = headerOf(await probe(url), MENU_VERSION_HEADER);
  if (!version) throw new NotAvailable(`answers have no ${MENU_VERSION_HEADER}`);
  return version;
}

const numbersOf = (version: string) => version.split('.').map(Number) as [number, number];
