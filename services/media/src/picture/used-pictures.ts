import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { pictureAddress, pictureAt } from '@tavola/contracts/rules/pictures.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** The services that say which pictures are shown. */
export interface Showing {
  menu: ServiceClient<'menu'>;
  auth: ServiceClient<'auth'>;
}

/** The addresses of the pictures that the restaurant's dishes show, and its profile. */
export interface UsedPictures {
  byDishes: ReadonlySet<string>;
  byProfile: ReadonlySet<string>;
}

/**
 * Asks menu and auth.
 * @throws Problem `unavailable` where one of them does not answer: nothing may be deleted without both.
 */
export async function usedPictures({ menu, auth }: Showing, tenantId: string): Promise<UsedPictures> {
  const params = { tenantId };
  const [ofMenu, ofAuth] = await Promise.all([
    menu.call(internalMenuOperations.listUsedPictures, { params }),
    auth.call(internalAuthOperations.listUsedPictures, { params }),
  ]);
  return { byDishes: new Set(ofMenu.pictures.map(canonical)), byProfile: new Set(ofAuth.pictures.map(canonical)) };
}

/** The address of a picture's largest JPEG: menu and auth take that of any of its files. */
function canonical(address: string): string {
  const picture = pictureAt(address);
  return picture ? pictureAddress(picture) : address;
}
