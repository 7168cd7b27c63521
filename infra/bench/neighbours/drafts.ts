import { setTimeout as sleep } from 'node:timers/promises';
import { DRAFT_ITEMS_MAX } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import { signUpOwner } from '../lib/neighbour-owner.ts';
import { scenario as writes } from './parallel-writes.ts';
import type { Scenario } from './scenario.ts';

const AT_ONCE = 10;
/** All that the limit allows are then over within the usual time of abuse. */
const EVERY_MS = 3_000;

export const scenario: Scenario = {
  title: `${AT_ONCE} drafts of one restaurant in parallel, every ${EVERY_MS / 1000} s: first each adds a whole menu, all but one in vain; then each changes a tenth of its ${DRAFT_ITEMS_MAX.toLocaleString('en')} dishes`,
  rate: writes.rate,
  neighbours: writes.neighbours,
  async abuse(site, signal) {
    const { send } = await signUpOwner(site);
    const all = (act: (n: number) => object) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) => (await send('POST', '/api/menu-drafts', act(n))).text()),
      );
    const items = Array.from({ length: DRAFT_ITEMS_MAX - 1 }, (_, index) => ({
      name: `Dish ${index}`,
      description: 'With tomatoes, basil and olive oil',
      price: index + 0.5,
    }));
    const rest = sleep(EVERY_MS);
    await all(() => ({ sections: [{ category: { name: 'All' }, items }] })).catch(() => {});
    await rest;
    while (!signal.aborted) {
      const menu = z.array(menuItem).parse(await (await send('GET', '/api/menu-items')).json());
      const changes = menu.map((item) => ({ item: item.id, etag: entityTag(item), fields: { price: item.price + 1 } }));
      const tenth = (n: number) => changes.filter((_, index) => index % AT_ONCE === n);
      void all((n) => ({ changes: tenth(n) })).catch(() => {});
      await sleep(EVERY_MS);
    }
  },
};
