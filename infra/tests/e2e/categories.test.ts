import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, overflow } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Categories, with names that are hard to set; an owner's changes: categories-page.test.tsx.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/categories`, { ...AT_DESK, token, ...options });

describe('The list of Categories', () => {
  it.each(Object.entries(VIEWPORTS))('long, Japanese and Arabic names hold on a %s', async (_, viewport) => {
    const owner = await newRestaurant(origin);
    await owner.addCategory('Antipastissimo'.repeat(7), { description: 'Everything '.repeat(45).trim() });
    await owner.addCategory('季節のおすすめ料理'.repeat(10));
    await owner.addCategory('المقبلات الباردة والساخنة', { description: 'تقدم مع الخبز', isActive: false });
    const page = await open(owner.token, { viewport });
    await page.getByText('المقبلات الباردة والساخنة', { exact: true }).first().waitFor();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  });
});
