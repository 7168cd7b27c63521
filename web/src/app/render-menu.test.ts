import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { renderMenu } from './render-menu.tsx';

const menu: PublicMenu = {
  tenant: aTenant({
    name: 'Bar & Grill </script>',
    slug: 'bar',
    logo: 'https://pictures.test/logo.png',
    phone: '+1 617 555 0134',
  }),
  categories: [aCategory({ id: 1, name: 'Primi' })],
  items: [anItem({ categoryId: 1, name: 'Carbonara <b>', description: 'Guanciale', price: 9.5, isAvailable: false })],
};

describe('a menu rendered on the server', () => {
  const html = renderMenu(menu, 'bar');

  it('is the whole menu, for the phone to take over', () => {
    expect(html).toContain('data-rendered');
    for (const words of ['Primi', '$9.50', 'Out of Stock', 'Guanciale', 'Ready to Order?', 'All Items']) {
      expect(html).toContain(words);
    }
    expect(html).toContain('tel:+16175550134');
  });

  it('holds what the restaurant wrote as text [P2]', () => {
    expect(html).toContain('Bar &amp; Grill &lt;/script&gt;');
    expect(html).toContain('Carbonara &lt;b&gt;');
    expect(html).not.toContain('</script>');
  });

  it('is the same for everybody, at any time', () => {
    expect(html).not.toContain('Offline');
    expect(renderMenu(menu, 'bar')).toBe(html);
  });
});
