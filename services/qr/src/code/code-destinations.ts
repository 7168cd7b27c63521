import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { refreshed } from '@tavola/service-kit/data/refreshed.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
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
export const restaurantMenu = tolerant(internalTenant.pick({ slug: true, languages: true, printedChanges: true }));

/** The restaurant and menu that a code leads to. */
export interface Destination extends PrintedCode {
  slug: string;
  /** The menu's languages; undefined where the restaurant has set none. */
  languages: Languages | undefined;
  /** Whether a printed menu's guests are told what changed since. */
  tellsChanges: boolean;
}

type Menu = Pick<Destination, 'slug' | 'languages' | 'tellsChanges'>;

/**
 * Resolves the destinations of printed codes and caches them briefly: a room full of guests requests the same code
 * repeatedly. Resolves to null if there is no such code, or its restaurant is gone.
 * @throws if the destination can't be read and was not known within the last day.
 */
export function codeDestinations(
  auth: ServiceClient<'auth'>,
  codeOf: (codeId: string) => Promise<PrintedCode | null>,
): (codeId: string) => Promise<Destination | null> {
  const codes = refreshed<PrintedCode | null>({
    read: codeOf,
    // A code never changes its restaurant, so the last known one leads there as well.
    freshMs: (code) => (code ? CODE_MS : 0),
    patienceMs: PATIENCE_MS,
    most: REMEMBERED,
  });
  const menus = refreshed<Menu | null>({
    async read(tenantId) {
      const tenant = await auth.find(internalAuthOperations.getTenant, {
        params: { id: tenantId },
        answerSchema: restaurantMenu,
      });
      return (
        tenant && { slug: tenant.slug, languages: tenant.languages, tellsChanges: tenant.printedChanges !== false }
      );
    },
    freshMs: () => FRESH_MS,
    lastGoodMs: LAST_GOOD_MS,
    patienceMs: PATIENCE_MS,
    most: REMEMBERED,
  });

  return async (codeId) => {
    const code = await codes.get(codeId);
    const menu = code && (await menus.get(code.tenantId));
    return menu && { ...code, ...menu };
  };
}
