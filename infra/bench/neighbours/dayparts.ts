import { setTimeout as sleep } from 'node:timers/promises';
import { DAYPARTS_SPECIAL_MAX, dayparts, OFFERS_MAX } from '@tavola/contracts/dayparts.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { LANGUAGES_MAX } from '@tavola/contracts/rules/languages.ts';
import { DAY_MS, dateOf } from '@tavola/contracts/rules/times.ts';
import type { Client } from 'pg';
import { ask, keepAsking, OTHER_ADDRESS } from '../lib/asking.ts';
import { fillMenu } from '../lib/fill-menu.ts';
import { type Owner, signUpOwner } from '../lib/neighbour-owner.ts';
import { scenario as bigMenu } from './big-menu.ts';
import type { Scenario, Site } from './scenario.ts';

/** The most that a page holds as HTML, as data and for search engines (services/public-menu/src/page/menu-html.ts). */
const DISHES = 300;
const OTHERS = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'pl'].slice(0, LANGUAGES_MAX - 1);
const SPECIAL = Math.floor(DAYPARTS_SPECIAL_MAX / QUOTAS.dayparts.most);
const CHANGES_PER_SECOND = 10;
const READS_PER_SECOND = 40;

/** Four intervals, each day at other minutes. */
const intervals = (seed: number) =>
  [0, 360, 720, 1_080].map((from) => [from + (seed % 170), from + 180 + (seed % 170)]);

/** As many dayparts as there may be, with as many special days, the first of which leave the next week without a time. */
const input = () => {
  const today = Math.floor(Date.now() / DAY_MS);
  const days = (from: number, to: number) => ({ from: dateOf(today + from), to: dateOf(today + to) });
  return Array.from({ length: QUOTAS.dayparts.most }, (_, at) => ({
    name: `Daypart ${at}`,
    weekly: Array.from({ length: 7 }, (_, day) => intervals(at + day)),
    special: Array.from({ length: SPECIAL }, (_, n) =>
      n === 0
        ? { ...days(-1, 9), intervals: [], reason: 'Holidays' }
        : { ...days(9 + n, 9 + n), intervals: intervals(at * n), reason: 'A feast' },
    ),
    isActive: true,
  }));
};

/** Gives the owner's menu all languages, and `dishes` dishes that each name every daypart. */
async function fill(site: Site, owner: Owner, dishes: number): Promise<void> {
  await owner.ask('PUT', '/api/tenant', {
    name: owner.slug,
    languages: { base: 'en', others: OTHERS, always: OTHERS },
  });
  const made = dayparts.parse(await owner.ask('PUT', '/api/dayparts', { dayparts: input() })).dayparts;
  const ids = made.map(({ id }) => id);
  const facets = { dayparts: ids, offers: ids.slice(0, OFFERS_MAX).map((daypart) => ({ daypart, price: 1 })) };
  const name = (client: Client) =>
    client.query(
      `UPDATE menu.item SET facets = $2 WHERE tenant_id = (SELECT tenant_id FROM menu.item AS own WHERE own.id = $1)`,
      [owner.itemId, JSON.stringify(facets)],
    );
  await fillMenu(site, owner, name, dishes);
}

export const scenario: Scenario = {
  title: `a menu of ${DISHES} items that each name ${QUOTAS.dayparts.most} dayparts with ${SPECIAL} special days, read ${READS_PER_SECOND} times a second in ${LANGUAGES_MAX} languages; ${CHANGES_PER_SECOND} prices change a second`,
  rate: bigMenu.rate,
  loopOf: 'public-menu',
  async neighbours(site) {
    // A process needs 30 ms for its first menu with times, whoever has it.
    const timed = await signUpOwner(site);
    await fill(site, timed, 1);
    await timed.ask('GET', `/api/public/menu/${timed.slug}`);
    return bigMenu.neighbours(site);
  },
  async abuse(site, signal) {
    const owner = await signUpOwner(site);
    await fill(site, owner, DISHES);
    const { slug, itemId, send } = owner;
    const paths = ['', ...OTHERS.map((lang) => `/${lang}`)].flatMap((lang) => [
      `/menu/${slug}${lang}`,
      `/api/public/menu/${slug}${lang}`,
    ]);
    await Promise.all([
      keepAsking(CHANGES_PER_SECOND, signal, async (n) =>
        (await send('PUT', `/api/menu-items/${itemId}`, { price: n + 1 })).arrayBuffer(),
      ),
      keepAsking(READS_PER_SECOND, signal, (n) =>
        ask(site, paths[n % paths.length] as string, { 'accept-encoding': 'gzip' }, OTHER_ADDRESS),
      ),
    ]);
    await sleep(100);
  },
};
