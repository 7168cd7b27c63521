import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { downloadedBy } from './downloads.ts';
import { AT_DESK } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Settings: the export of all of the restaurant's data in one file.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/settings`, { ...AT_DESK, token, ...options });

const button = (page: Page) => page.getByRole('button', { name: 'Export Data' });

describe('Your data', () => {
  it('is downloaded as a zip with everything of the restaurant in it', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { id: categoryId } = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Carbonara', price: 13.57, categoryId });
    const page = await open(owner.token);
    await button(page).click();
    const save = page.getByRole('button', { name: 'Download', exact: true });
    const { name, bytes } = await downloadedBy(page, () => save.click());
    expect(name).toMatch(new RegExp(`^${owner.slug}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
    const files = unzipSync(new Uint8Array(bytes));
    const text = (name: string) => strFromU8(files[name] as Uint8Array);
    expect(JSON.parse(text('json/items.json'))).toMatchObject([{ name: 'Carbonara', price: 13.57, category: 'Primi' }]);
    expect(text('csv/items.csv')).toContain(',Carbonara,,13.57,');
    expect(text('json/users.json')).toContain(owner.email);
  });
});
