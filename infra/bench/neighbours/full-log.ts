import { setTimeout as sleep } from 'node:timers/promises';
import { menuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import { fillMenu } from '../lib/fill-menu.ts';
import { type Owner, renameAndRead, signUpOwner, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario } from './scenario.ts';

const ORDERS_AT_ONCE = 2;
const WRITES_PER_SECOND = 20;
/** So many that none has two requests open at once. */
const NEIGHBOURS = 20;

/** A log at its limits: 20,000 changes of 1,000 bytes. */
const LOG = `
  INSERT INTO menu.menu_change (tenant_id, version, kind, target_id, act, before, after)
  SELECT tenant_id, 3 + n, 'item', id, 'changed', jsonb_build_object('description', repeat(md5(n::text), 15)),
    jsonb_build_object('description', repeat(md5('after ' || n), 15))
  FROM menu.item, generate_series(1, 20000) AS n WHERE id = $1`;

export const scenario: Scenario = {
  title: `one restaurant whose log is at its limits writes ${WRITES_PER_SECOND} times a second, and puts its 2,000 dishes into another order ${ORDERS_AT_ONCE} times in parallel`,
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
    await fillMenu(site, owner, async (client) => {
      await client.query(LOG, [owner.itemId]);
      await client.query(
        `UPDATE menu.menu_version SET version = 20003 WHERE tenant_id = (SELECT tenant_id FROM menu.item WHERE id = $1)`,
        [owner.itemId],
      );
    });
    const dishes = z.array(menuItem).parse(await owner.ask('GET', '/api/menu-items'));
    const ids = dishes.map(({ id }) => id);
    const order = async (shift: number) => {
      for (let n = shift; !signal.aborted; n += 1) {
        const moved = [...ids.slice(n % ids.length), ...ids.slice(0, n % ids.length)];
        await owner.send('PUT', '/api/menu-items/order', { ids: moved }).then((answer) => answer.text());
      }
    };
    const write = async () => {
      for (let n = 1; !signal.aborted; n += 1) {
        void owner
          .send('PUT', `/api/menu-items/${owner.itemId}`, { price: n })
          .then((answer) => answer.text())
          .catch(() => {});
        await sleep(1000 / WRITES_PER_SECOND);
      }
    };
    await Promise.all([write(), ...Array.from({ length: ORDERS_AT_ONCE }, (_, at) => order(1 + at).catch(() => {}))]);
  },
};
