import { tenantAtSlug } from '@tavola/contracts/auth.ts';
import { internalMenu } from '@tavola/contracts/menu.ts';
import { MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';

// In a rolling update, auth and menu run two releases side by side. An older one does not send fields that are stored already, and a
// menu without them has the same version as one with them.

/** The fingerprints of the schemas by which auth and menu sent the two parts of a menu. */
export type Fingerprints = Readonly<Record<MenuSource, string>>;

/** Those of this release. */
export const OWN_FINGERPRINTS: Fingerprints = {
  tenant: fingerprintOf(tenantAtSlug),
  menu: fingerprintOf(internalMenu),
};

/** That of an answer which names none: it is of a release which did not know fingerprints. */
export const NO_FINGERPRINT = 'none';

/**
 * Both parts of a body are read again after this many milliseconds, as the last backstop. It is long because each expiry makes a
 * rarely read menu cold again, and because unpublished changes are found within seconds (service-kit's
 * changePublisher). It is shorter than the period that a starting writer checks, so no writer outage leaves an old
 * body behind.
 */
const BODY_MS = 15 * 60_000;

/** A part that another release sent is read again after this many milliseconds, perhaps from this release by then. */
const OTHER_RELEASE_MS = 10_000;

interface Read {
  readonly at: number;
  readonly restaurantAt: number;
  readonly fingerprints: Fingerprints;
}

const isOwn = ({ fingerprints }: Pick<Read, 'fingerprints'>, source: MenuSource): boolean =>
  fingerprints[source] === OWN_FINGERPRINTS[source];

/** Whether both parts of a menu have all fields that this release knows. */
export const isWhole = (menu: Pick<Read, 'fingerprints'>): boolean =>
  MENU_SOURCES.every((source) => isOwn(menu, source));

/** Whether the restaurant in `menu` may still be used at `now`. */
export const isRestaurantYoung = (menu: Read, now: number): boolean =>
  now - menu.restaurantAt <= (isOwn(menu, 'tenant') ? BODY_MS : OTHER_RELEASE_MS);

/** Whether both parts of `menu` may. Its dishes are never older than its restaurant. */
export const isYoung = (menu: Read, now: number): boolean =>
  isRestaurantYoung(menu, now) && (isOwn(menu, 'menu') || now - menu.at <= OTHER_RELEASE_MS);

/** Tells menus of one version by different schemas apart; empty for those by this release's. */
export const fingerprintsTag = (menu: Pick<Read, 'fingerprints'>): string =>
  isWhole(menu) ? '' : `${menu.fingerprints.tenant}.${menu.fingerprints.menu}-`;
