import { tenantAtSlug } from '@tavola/contracts/auth.ts';
import { internalMenu } from '@tavola/contracts/menu.ts';
import { MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { shapeOf } from '@tavola/service-kit/data/shape.ts';

// In a rolling update, auth and menu run two releases side by side. An older one does not send fields that are stored already, and a
// menu without them has the same version as one with them.

/** The shapes in which auth and menu sent the two parts of a menu. */
export type Shapes = Readonly<Record<MenuSource, string>>;

/** The shapes that this release knows. */
export const OWN_SHAPES: Shapes = { tenant: shapeOf(tenantAtSlug), menu: shapeOf(internalMenu) };

/** The shape of an answer that names none: that of a release which did not know shapes. */
export const NO_SHAPE = 'none';

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
  readonly shapes: Shapes;
}

const isOwn = ({ shapes }: Pick<Read, 'shapes'>, source: MenuSource): boolean => shapes[source] === OWN_SHAPES[source];

/** Whether both parts of a menu have all fields that this release knows. */
export const isWhole = (menu: Pick<Read, 'shapes'>): boolean => MENU_SOURCES.every((source) => isOwn(menu, source));

/** Whether the restaurant in `menu` may still be used at `now`. */
export const isRestaurantYoung = (menu: Read, now: number): boolean =>
  now - menu.restaurantAt <= (isOwn(menu, 'tenant') ? BODY_MS : OTHER_RELEASE_MS);

/** Whether both parts of `menu` may. Its dishes are never older than its restaurant. */
export const isYoung = (menu: Read, now: number): boolean =>
  isRestaurantYoung(menu, now) && (isOwn(menu, 'menu') || now - menu.at <= OTHER_RELEASE_MS);

/** Tells menus of one version in different shapes apart; empty for those in this release's. */
export const shapesTag = (menu: Pick<Read, 'shapes'>): string =>
  isWhole(menu) ? '' : `${menu.shapes.tenant}.${menu.shapes.menu}-`;
