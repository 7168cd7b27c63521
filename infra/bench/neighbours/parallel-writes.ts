import { setTimeout as sleep } from 'node:timers/promises';
import { AVAILABILITY_MAX } from '@tavola/contracts/availability.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import { fillMenu } from '../lib/fill-menu.ts';
import { type Owner, renameAndRead, signUpOwner, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario } from './scenario.ts';

const AT_ONCE = 20;
/** Together, as many writes a second as the gateway lets a user send. */
const BURSTS_PER_SECOND = 3;
/** So many that none has two requests open at once. */
const NEIGHBOURS = 20;

export const scenario: Scenario = {
  title: `${AT_ONCE} writes of one restaurant in parallel, ${BURSTS_PER_SECOND} times a second; half of them mark ${AVAILABILITY_MAX} dishes as sold out or available`,
  rate: 10,
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    let n = 0;
    return () => {
      n += 1;
      return renameAndRead(owners[n % NEIGHBOURS] as Owner, `Dish ${n}`);
    };
  },
  async abuse(site, signal) {
    const owner = await signUpOwner(site);
    await fillMenu(site, owner);
    const { itemId, ask, send } = owner;
    const dishes = z.array(menuItem).parse(await ask('GET', '/api/menu-items'));
    const change = (n: number) => send('PUT', `/api/menu-items/${itemId}`, { price: n });
    const mark = (n: number) => {
      const changes = dishes.slice(0, AVAILABILITY_MAX).map(({ id }) => ({ item: id, isAvailable: n % 4 === 0 }));
      return send('PUT', '/api/availability', { changes });
    };
    const write = async (n: number) => (await (n % 2 === 0 ? mark(n) : change(n))).text();
    while (!signal.aborted) {
      for (let n = 0; n < AT_ONCE; n += 1) void write(n).catch(() => {});
      await sleep(1000 / BURSTS_PER_SECOND);
    }
  },
};
