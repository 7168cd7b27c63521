import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { PrintedCode } from './code-store.ts';

/** How long a slug and languages are taken as current, in milliseconds; a former one still redirects to the menu. */
const FRESH_MS = 1_000;

/** How long a code is taken as it was read, in milliseconds: it may be renamed. */
const CODE_MS = 60_000;

/** How long they are used while auth can't be reached, in milliseconds. */
const LAST_GOOD_MS = 24 * 60 * 60 * 1000;

/** How long a guest waits for the database or auth when an answer is known already, in milliseconds. */
const PATIENCE_MS = 250;

/** How many codes and how many restaurants are cached, the most recently scanned. */
const REMEMBERED = 20_000;

/** The fields of a restaurant that qr reads. */
export const restaurantMenu = tolerant(internalTenant.pick({ slug: true, languages: true }));

/** The restaurant and menu that a code leads to. */
export interface Destination extends PrintedCode {
  slug: string;
  /** The menu's languages; undefined where the restaurant has set none. */
  languages: Languages | undefined;
}

type Menu = Pick<Destination, 'slug' | 'languages'>;

interface Known {
  /** Null where the restaurant is gone. */
  menu: Menu | null;
  at: number;
}

/**
 * Resolves the destinations of printed codes and caches them briefly: a room full of guests requests the same code
 * repeatedly. Resolves to null if there is no such code, or its restaurant is gone.
 * @throws if the destination can't be read and was not known within the last day.
 */
export function codeDestinations(
  auth: ServiceClient,
  codeOf: (codeId: string) => Promise<PrintedCode | null>,
  now: () => number = Date.now,
): (codeId: string) => Promise<Destination | null> {
  const codes = new LRUCache<string, { code: PrintedCode; at: number }>({ max: REMEMBERED });
  const menus = new LRUCache<string, Known>({ max: REMEMBERED });
  const asking = new Map<string, Promise<Known>>();

  const readCode = async (codeId: string) => {
    const at = now();
    const code = await codeOf(codeId);
    if (code) codes.set(codeId, { code, at });
    return code;
  };

  const codeNow = async (codeId: string) => {
    const known = codes.get(codeId);
    if (!known) return readCode(codeId);
    if (now() - known.at < CODE_MS) return known.code;
    // A code never changes its restaurant, so the known one leads there as well.
    const otherwise = () => known.code;
    return pTimeout(readCode(codeId).catch(otherwise), { milliseconds: PATIENCE_MS, fallback: otherwise });
  };

  const ask = (tenantId: string): Promise<Known> => {
    const running = asking.get(tenantId);
    if (running) return running;
    const at = now();
    const answer = auth
      .find(`/internal/tenants/${tenantId}`, restaurantMenu)
      .then((tenant) => {
        const known = { menu: tenant && { slug: tenant.slug, languages: tenant.languages }, at };
        menus.set(tenantId, known);
        return known;
      })
      .finally(() => asking.delete(tenantId));
    asking.set(tenantId, answer);
    return answer;
  };

  const menuOf = async (tenantId: string): Promise<Menu | null> => {
    const known = menus.get(tenantId);
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.menu;
    const answer = ask(tenantId);
    if (!known || age > LAST_GOOD_MS) return (await answer).menu;
    const otherwise = () => known;
    return (await pTimeout(answer.catch(otherwise), { milliseconds: PATIENCE_MS, fallback: otherwise })).menu;
  };

  return async (codeId) => {
    const code = await codeNow(codeId);
    const menu = code && (await menuOf(code.tenantId));
    return menu && { ...code, ...menu };
  };
}
