import type { Announcements } from '@tavola/contracts/announcements.ts';
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

  it('names its look for the stylesheet; the house’s own needs no name', () => {
    expect(html).not.toMatch(/data-(template|fonts|layout)=/);
    const chosen = { ...menu, tenant: { ...menu.tenant, look: { template: 'fine', layout: 'cards' } } };
    expect(renderMenu(chosen, 'bar')).toMatch(/data-template="fine" data-fonts="elegant" data-layout="cards"/);
  });

  it('has its cover behind the name in every format, and without one no trace of it', () => {
    const folder = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-2048x683-aabbcc`;
    const withLook = (look: object) => renderMenu({ ...menu, tenant: { ...menu.tenant, look } }, 'bar') as string;
    const page = withLook({ cover: `${folder}/1280.jpg` });
    const [, picture = ''] = /<div class="menu-cover"[^>]*>(<picture>.*?<\/picture>)/.exec(page) ?? [];
    expect(picture).toContain(
      `type="image/avif" srcSet="${folder}/320.avif 320w, ${folder}/640.avif 640w, ${folder}/1280.avif 1280w" sizes="100vw"`,
    );
    expect(picture).toContain(`${folder}/1280.webp 1280w`);
    expect(picture).toContain(`srcSet="${folder}/640.jpg 640w, ${folder}/1280.jpg 1280w"`);
    expect(picture).toMatch(/fetchPriority="high".* width="2048" height="683" style="background-color:#aabbcc"/);
    expect(page).not.toMatch(/<link[^>]*1280/);
    expect(html).not.toMatch(/menu-cover|menu-scrim|--scrim/);
    // An address that this release does not know.
    expect(withLook({ cover: 'https://example.com/cover.jpg' })).toBe(html);
  });

  it('has the notes of its time, above and below its dishes', () => {
    const weekly = Array(7).fill([[1_020, 1_320]]);
    const announcements: Announcements = {
      first: { text: 'Tonight: <oysters>', place: 'top', times: { weekly, special: [] } },
      second: { text: 'Kitchen closes at ten', place: 'foot' },
    };
    const tenant = { ...menu.tenant, timeZone: 'UTC', announcements };
    const at = (hour: number) =>
      renderMenu({ ...menu, tenant, phase: { at: Date.UTC(2026, 10, 23, hour) } }, 'bar').replace(/<[^>]*>/g, ' ');
    expect(at(18)).toMatch(/Tonight: &lt;oysters&gt;.*Guanciale.*Kitchen closes at ten/);
    expect(at(12)).not.toContain('Tonight');
  });

  it('is the same for everybody, at any time', () => {
    expect(html).not.toContain('Offline');
    expect(renderMenu(menu, 'bar')).toBe(html);
  });

  it('loads the first two large pictures at once; the rest, and small ones, when they come near', () => {
    const image = (n: number) => `/m/${'0'.repeat(32)}/${String(n).repeat(24)}-800x600-aabbcc/800.jpg`;
    const items = [1, 2, 3, 4].map((id) => anItem({ id, categoryId: 1, image: id === 1 ? null : image(id) }));
    const loads = (layout: string) => {
      const page = renderMenu({ ...menu, items, tenant: { ...menu.tenant, look: { layout } } }, 'bar');
      const images = page.matchAll(/<img src="[^"]*\/(\d)\1{23}-[^>]*? loading="(\w+)"( fetchPriority="high")?/g);
      return [...images].map(([, id, loading, first]) => [id, loading, first !== undefined]);
    };
    expect(loads('cards')).toEqual([
      ['2', 'eager', true],
      ['3', 'eager', false],
      ['4', 'lazy', false],
    ]);
    expect(loads('columns')).toEqual(['2', '3', '4'].map((id) => [id, 'lazy', false]));
  });
});
