import { LRUCache } from 'lru-cache';
import { type Logo, measuredLogo } from '../drawing/logo.ts';
import type { Look } from '../drawing/look.ts';
import type { PrismaClient } from '../generated/client.ts';
import { styleStore } from '../style/style-store.ts';

/** How many logos a worker remembers: those of the runs at hand. */
const REMEMBERED = 16;

/** The logos that a worker draws with. */
export type Logos = (tenantId: string, look: Look) => Promise<Logo | null>;

/** Reads logos from `db`, remembering those used last: a run of codes needs the same one again and again. */
export function logosIn(db: PrismaClient): Logos {
  const known = new LRUCache<string, Logo>({ max: REMEMBERED });
  return async (tenantId, { logoHash: hash }) => {
    if (!hash) return null;
    const key = `${tenantId} ${hash}`;
    let logo = known.get(key);
    if (!logo) {
      const png = await styleStore(db, tenantId).logo(hash);
      if (!png) throw new Error('the logo is not kept any more');
      logo = await measuredLogo(png);
      known.set(key, logo);
    }
    return logo;
  };
}
