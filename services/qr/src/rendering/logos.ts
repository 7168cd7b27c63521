import { LRUCache } from 'lru-cache';
import type { Look } from '../drawing/code-look.ts';
import { type Logo, measuredLogo } from '../drawing/logo.ts';
import type { PrismaClient } from '../generated/client.ts';
import { styleStore } from '../style/style-store.ts';

/** How many logos a worker caches: those of the current runs. */
const REMEMBERED = 16;

/** Loads a look's logo for drawing. */
export type Logos = (tenantId: string, look: Look) => Promise<Logo | null>;

/** Reads logos from `db` and caches the last used: a run of codes needs the same one repeatedly. */
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
