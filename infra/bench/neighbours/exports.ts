import { setTimeout as wait } from 'node:timers/promises';
import { type DataExport, dataExport } from '@tavola/contracts/export.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { keepAsking } from '../lib/asking.ts';
import { fillLog, fillMenu } from '../lib/fill-menu.ts';
import { type Owner, signUpOwner, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario, Site } from './scenario.ts';

const ASKED_PER_SECOND = 20;
const DAYS = 150;
const PROGRESS_LOOK_MS = 100;
/** So many that none asks for two exports within a minute. */
const NEIGHBOURS = 10;
/** One request in so many is for an export. The 95th percentile is that of the others, which do not wait for a turn. */
const EXPORT_EVERY = 40;

/** Gives the owner as many dishes as a menu may have, the visits of `DAYS` days to each, and a full log, past the services. */
const fill = (site: Site, owner: Owner): Promise<void> =>
  fillMenu(site, owner, async (client) => {
    await client.query(
      `INSERT INTO analytics.item_tally (tenant_id, day, item_id, seen, opened)
       SELECT own.tenant_id, '2026-01-01'::date + day, item.id, 1 + item.id % 100, day
       FROM menu.item AS own JOIN menu.item USING (tenant_id), generate_series(1, $2::int) AS day WHERE own.id = $1`,
      [owner.itemId, DAYS],
    );
    await fillLog(client, owner.itemId);
  });

const progressOf = async ({ ask }: Owner): Promise<DataExport> =>
  dataExport.parse(await ask('GET', '/api/account/export/progress'));

async function exportAll(owner: Owner): Promise<void> {
  await owner.ask('POST', '/api/account/export');
  for (;;) {
    const { state, reason } = await progressOf(owner);
    if (state === 'done') return;
    if (state === 'failed') throw new Error(reason);
    await wait(PROGRESS_LOOK_MS);
  }
}

export const scenario: Scenario = {
  title: `${ASKED_PER_SECOND} requests a second for an export of ${QUOTAS.items.most.toLocaleString('en')} items with ${(QUOTAS.items.most * DAYS).toLocaleString('en')} rows of visits and a full log by one owner; others use admin`,
  rate: 8,
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    let n = 0;
    return async () => {
      const nth = n;
      n += 1;
      const owner = owners[Math.floor(nth / EXPORT_EVERY) % NEIGHBOURS] as Owner;
      if (nth % EXPORT_EVERY === EXPORT_EVERY - 1) await exportAll(owner);
      else await progressOf(owner);
    };
  },
  async abuse(site, signal) {
    const owner = await signUpOwner(site);
    await fill(site, owner);
    await keepAsking(ASKED_PER_SECOND, signal, () => owner.send('POST', '/api/account/export'));
  },
};
