import { setTimeout as sleep } from 'node:timers/promises';
import { publicMenu } from '@tavola/contracts/public-menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { fillMenu } from '../lib/fill-menu.ts';
import { type Owner, signUpOwner, signUpOwners } from '../lib/neighbour-owner.ts';
import { type Scenario, Stale } from './scenario.ts';

const READS_PER_SECOND = 10;
const READS_PER_EDIT = 4;
const NEIGHBOURS = 10;

async function readPage({ slug, send }: Owner): Promise<void> {
  const answer = await send('GET', `/menu/${slug}`);
  await answer.arrayBuffer();
  const { status, headers } = answer;
  if (status !== 200) throw new Error(`a neighbour's page is ${status}`);
  if (headers.get('x-cache') === 'stale') throw new Stale();
}

/** Changes the price of the owner's dish and checks that guests read it. */
async function reprice({ slug, itemId, ask }: Owner, price: number): Promise<void> {
  await ask('PUT', `/api/menu-items/${itemId}`, { price });
  const { items } = publicMenu.parse(await ask('GET', `/api/public/menu/${slug}`));
  if (items[0]?.price !== price) throw new Stale();
}

export const scenario: Scenario = {
  title: `a menu of ${QUOTAS.items.most.toLocaleString('en')} items with sizes and option groups at their limits, read ${READS_PER_SECOND} times a second and edited`,
  rate: 20,
  loopOf: 'public-menu',
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    let n = 0;
    return () => {
      n += 1;
      const owner = owners[n % NEIGHBOURS] as Owner;
      return Math.floor(n / NEIGHBOURS) % 4 === 0 ? reprice(owner, n) : readPage(owner);
    };
  },
  async abuse(site, signal) {
    const owner = await signUpOwner(site);
    await fillMenu(site, owner);
    const send = (...sent: Parameters<Owner['send']>) =>
      owner
        .send(...sent)
        .then((answer) => answer.arrayBuffer())
        .catch(() => {});
    for (let n = 1; !signal.aborted; n += 1) {
      void send('GET', `/menu/${owner.slug}`);
      if (n % READS_PER_EDIT === 0) {
        // As the dashboard does, the list is read after an edit.
        void send('PUT', `/api/menu-items/${owner.itemId}`, { price: n }).then(() => send('GET', '/api/menu-items'));
      }
      await sleep(1000 / READS_PER_SECOND);
    }
  },
};
