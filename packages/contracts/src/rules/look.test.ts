import { describe, expect, it } from 'vitest';
import { lookOf, TEMPLATE_OWN, TEMPLATES } from './look.ts';

describe('the look of a menu', () => {
  it('is that of a trattoria where nothing was chosen', () => {
    const plain = { template: 'trattoria', fonts: 'classic', layout: 'columns', favorites: false };
    for (const chosen of [undefined, null, {}]) expect(lookOf(chosen)).toEqual(plain);
  });

  it.each(TEMPLATES)('has the fonts and the layout of the template %s, but for what was chosen', (template) => {
    expect(lookOf({ template })).toEqual({ template, ...TEMPLATE_OWN[template], favorites: false });
    const chosen = { template, fonts: 'rounded', layout: 'cards', favorites: true };
    expect(lookOf(chosen)).toEqual(chosen);
  });

  it('goes on with what it knows when a later release stored a name that it does not know', () => {
    expect(lookOf({ template: 'disco', fonts: 'comic', layout: 'list' })).toEqual({
      template: 'trattoria',
      fonts: 'classic',
      layout: 'list',
      favorites: false,
    });
    expect(lookOf({ template: 'fine', fonts: 'comic' })).toEqual(lookOf({ template: 'fine' }));
  });
});
