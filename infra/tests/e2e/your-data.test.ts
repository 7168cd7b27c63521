import type { Upload } from '@tavola/contracts/pictures.ts';
import { strFromU8, unzipSync } from 'fflate';
import type { Download, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { jpeg } from '../../../services/media/test/samples.ts';
import { AT_DESK } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Settings: the export of all of the restaurant's data in one file, and of its pictures in another.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/settings`, { ...AT_DESK, token, ...options });

async function unzipped(download: Download) {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return unzipSync(new Uint8Array(Buffer.concat(chunks)));
}

/** Uploads a picture and returns its address. */
async function addPicture({ token, call }: Restaurant, height: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
  const sent = await fetch(`${origin}/api/media`, { method: 'POST', headers, body: await jpeg(height) });
  const { id } = (await sent.json()) as Upload;
  const read = () => call<Upload>('GET', `/api/media/${id}`);
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ready');
  return (await read()).picture?.url as string;
}

const button = (page: Page) => page.getByRole('button', { name: 'Export Data' });

describe('Your data', () => {
  it('is downloaded as a zip with everything of the restaurant in it, and nothing of another', {
    tags: 'core',
  }, async () => {
    const [owner, other] = [await newRestaurant(origin, 'Da Rosa'), await newRestaurant(origin, 'Elsewhere')];
    const { id: categoryId } = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Carbonara', price: 13.57, categoryId });
    const secondi = await other.addCategory('Secondi altrui');
    await other.addItem({ name: 'Ossobuco', price: 24.68, categoryId: secondi.id });
    const page = await open(owner.token);
    await button(page).click();
    const save = page.getByRole('button', { name: 'Download', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${owner.slug}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
    const files = await unzipped(download);
    const text = (name: string) => strFromU8(files[name] as Uint8Array);
    expect(JSON.parse(text('json/items.json'))).toMatchObject([{ name: 'Carbonara', price: 13.57, category: 'Primi' }]);
    expect(text('csv/items.csv')).toContain(',Carbonara,,13.57,');
    expect(text('json/users.json')).toContain(owner.email);
    const all = Object.keys(files).map(text).join('\n');
    for (const foreign of [
      other.tenantId,
      other.slug,
      other.email,
      'Elsewhere',
      'Ossobuco',
      '24.68',
      'Secondi altrui',
    ]) {
      expect(all).not.toContain(foreign);
    }
  });

  it("has the restaurant's pictures in a zip of their own, and none of another", async () => {
    const [owner, other] = [await newRestaurant(origin, 'Da Rosa'), await newRestaurant(origin, 'Elsewhere')];
    const urls = [await addPicture(owner, 310), await addPicture(owner, 300)];
    await addPicture(other, 320);
    const page = await open(owner.token);
    await page.getByText('2 pictures as JPEG files, in one ZIP file.').waitFor();
    const save = page.getByRole('button', { name: 'Download Pictures' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/^pictures-\d{4}-\d\d-\d\d\.zip$/);
    const files = Object.entries(await unzipped(download));
    expect(files).toHaveLength(2);
    for (const [index, url] of urls.entries()) {
      const [name = '', bytes = new Uint8Array()] = files[index] ?? [];
      expect(name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${url.split('/')[3]?.slice(0, 24)}\\.jpg$`));
      expect(Buffer.from(bytes)).toEqual(Buffer.from(await (await fetch(origin + url)).arrayBuffer()));
    }
    await save.waitFor();
  });
});
