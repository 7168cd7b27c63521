import { setTimeout as sleep } from 'node:timers/promises';
import { DRAFT_ITEMS_MAX } from '@tavola/contracts/drafts.ts';
import { signUpOwner } from '../lib/neighbour-owner.ts';
import { scenario as writes } from './parallel-writes.ts';
import type { Scenario } from './scenario.ts';

const AT_ONCE = 10;
/** All that the limit allows are then over within the usual time of abuse. */
const EVERY_MS = 3_000;

export const scenario: Scenario = {
  title: `${AT_ONCE} imports of ${DRAFT_ITEMS_MAX.toLocaleString('en')} dishes by one restaurant in parallel, every ${EVERY_MS / 1000} s; the first fills its menu, the others do the same work in vain`,
  rate: writes.rate,
  neighbours: writes.neighbours,
  async abuse(site, signal) {
    const { send } = await signUpOwner(site);
    const items = Array.from({ length: DRAFT_ITEMS_MAX - 1 }, (_, index) => ({
      name: `Dish ${index}`,
      description: 'With tomatoes, basil and olive oil',
      price: index + 0.5,
    }));
    const sections = [{ category: { name: 'All' }, items }];
    while (!signal.aborted) {
      const add = async () => (await send('POST', '/api/menu-drafts', { sections })).text();
      for (let n = 0; n < AT_ONCE; n += 1) void add().catch(() => {});
      await sleep(EVERY_MS);
    }
  },
};
