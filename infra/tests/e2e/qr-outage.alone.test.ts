import type { CodeList, CodeRun, Sheet, SheetMade } from '@tavola/contracts/qr.ts';
import { describe, expect, inject, it } from 'vitest';
import { runningPids } from '../../dev/local/running.ts';
import { takeAwayRedis } from './outage.ts';
import { AT_DESK, dialogOf, failing } from './owner.ts';
import { readCode, readPages } from './read-code.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// The owner's screen while the queue is down, with the real stack's queue.

const origin = inject('origin');
const home = inject('home');
const visit = visitors();

/** A 30-second outage is among the faults (infra/tests/faults). */
const OUTAGE_MS = 8_000;
const AWAY = 'Printing is delayed. It will continue automatically.';

/** The state of a sheet, as the screen requests it, and its file once it is ready. */
const sheetOf = (owner: Restaurant, id: string) => owner.call<Sheet>('GET', `/api/qr-codes/sheets/${id}`);
const fileOf = async (owner: Restaurant, path: string) => {
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${owner.token}` } });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
};

describe("While the queue's Redis is away", () => {
  it('the screen says so, scans lead on, and what was asked for before and meanwhile is made by itself', async () => {
    const owner = await newRestaurant(origin);
    const { codes } = await owner.call<CodeRun>('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to: 8 });
    const { linkBase } = await owner.call<CodeList>('GET', '/api/qr-codes');
    const links = codes.map(({ id }) => linkBase + id);
    const page = await visit(`${origin}/dashboard/qr`, {
      ...AT_DESK,
      acceptDownloads: true,
      token: owner.token,
      expected: failing('/api/', 503),
    });
    for (const { name } of codes) await page.getByRole('checkbox', { name, exact: true }).click();

    // A job is running when the queue fails.
    const busy = await newRestaurant(origin);
    const run = await busy.call<CodeRun>('POST', '/api/qr-codes/run', { prefix: 'Room', from: 1, to: 60 });
    const under = { codeIds: run.codes.map(({ id }) => id), format: 'zip' };
    const { id: underWay } = await busy.call<SheetMade>('POST', '/api/qr-codes/sheets', under);
    await expect.poll(async () => (await sheetOf(busy, underWay)).done, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await sheetOf(busy, underWay)).state).toBe('working');

    const bringBack = await takeAwayRedis(runningPids(home)['redis-queue'] as number);
    const awayUntil = Date.now() + OUTAGE_MS;
    try {
      await page.getByRole('button', { name: 'Print Sheet' }).click();
      await dialogOf(page).getByRole('button', { name: 'Create PDF' }).click();
      const away = dialogOf(page).getByText(AWAY, { exact: true });
      await away.waitFor();
      const scan = await fetch(links[0] as string, { redirect: 'manual' });
      expect(scan.status).toBe(302);
      await page.waitForTimeout(awayUntil - Date.now());
      expect(await away.isVisible()).toBe(true);
      expect(await dialogOf(page).getByRole('button', { name: 'Download PDF' }).count()).toBe(0);
    } finally {
      await bringBack();
    }

    // Without any user action.
    const ready = dialogOf(page).getByRole('button', { name: 'Download PDF' });
    await ready.waitFor({ timeout: 40_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), ready.click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    // A printed code carries the menu's version; a restaurant without a change has version 0.
    expect((await readPages(Buffer.concat(chunks), 2, 2)).flat()).toEqual(links.map((link) => `${link}?p=0`));

    // Jobs that an owner waits for have their own queue, whose workers were idle meanwhile.
    const image = async () => {
      const png = await fileOf(owner, `/api/qr-codes/${codes[0]?.id}/image?size=2048`);
      return png && readCode(png);
    };
    await expect.poll(image, { timeout: 40_000 }).toBe(links[0]);

    await expect.poll(async () => (await sheetOf(busy, underWay)).state, { timeout: 60_000 }).toBe('done');
    const zip = await fileOf(busy, `/api/qr-codes/sheets/${underWay}/file`);
    // A zip names each of its files twice, the second time in its directory.
    expect(zip?.toString('latin1').match(/room-\d+-qr-1024\.png/g)).toHaveLength(120);
  }, 240_000);
});
