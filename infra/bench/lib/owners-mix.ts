import { type Bench, menuPath, type Restaurant, restaurants } from './bench.ts';
import { requestText } from './http-connection.ts';

const RESTAURANTS = 20;

/** A site's mix of requests: of every ten, five owner reads, one write and four guest menus. */
export async function ownersMix(bench: Bench): Promise<() => string> {
  const { db, stack } = bench;
  const slugs = await bench.copies(RESTAURANTS);
  const all = await restaurants(db, `slug IN (${slugs.map((slug) => `'${slug}'`).join()})`, bench.tokenOf);
  let price = bench.newPrices(10_000_000);
  let n = 0;
  const read = (path: string) => {
    const texts = all.map(({ token }) => requestText('GET', stack.origin + path, { authorization: `Bearer ${token}` }));
    return (at: number) => texts[at] as string;
  };
  const [items, categories, tenant] = ['/api/menu-items', '/api/categories', '/api/tenant'].map(read) as [
    (at: number) => string,
    (at: number) => string,
    (at: number) => string,
  ];
  const menus = all.map(({ slug }) => requestText('GET', stack.origin + menuPath(slug), { 'Accept-Encoding': 'gzip' }));
  const write = ({ token, itemId }: Restaurant) => {
    const body = JSON.stringify({ price: (price++ % 1_000_000) / 100 });
    return requestText(
      'PUT',
      `${stack.origin}/api/menu-items/${itemId}`,
      { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    );
  };
  return () => {
    n += 1;
    const at = n % all.length;
    const turn = Math.floor(n / all.length + n) % 10;
    if (turn === 0) return write(all[at] as Restaurant);
    if (turn < 3) return items(at);
    if (turn < 5) return categories(at);
    if (turn < 6) return tenant(at);
    return menus[at] as string;
  };
}
