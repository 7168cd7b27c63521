import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { AT_DESK, LOOKS, overflow } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Settings: the export of all of the restaurant's data in one file.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/settings`, { ...AT_DESK, token, ...options });

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
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
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

  it.each(LOOKS)('is in place, and axe finds nothing: $device, $colorScheme', async (look) => {
    const { token } = await newRestaurant(origin);
    const page = await open(token, look);
    await button(page).click();
    await page.getByText('Your export is ready').scrollIntoViewIfNeeded();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  });
});
