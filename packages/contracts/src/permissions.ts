// No zod here: the web's first chunk loads this file.

/** A member's role in one restaurant, in the order of lists. */
export const MEMBER_ROLES = ['owner', 'manager', 'staff'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Which roles have each permission. `mayDeclare`: staff have it where the owner allowed it to the member. */
export const PERMISSIONS = {
  'menu.read': { owner: true, manager: true, staff: true },
  /** Saying what is sold out, and setting up a kitchen device. */
  'availability.write': { owner: true, manager: true, staff: true },
  'allergens.declare': { owner: true, manager: true, staff: 'mayDeclare' },
  /** Dishes, drafts, pictures, translations, history, codes and sheets. */
  'menu.write': { owner: true, manager: true, staff: false },
  'figures.read': { owner: true, manager: true, staff: false },
  'settings.write': { owner: true, manager: true, staff: false },
  'slug.write': { owner: true, manager: false, staff: false },
  /** The team, ending kitchen devices, export, deletion, and adding a place. */
  'restaurant.own': { owner: true, manager: false, staff: false },
} as const satisfies Record<string, Record<MemberRole, boolean | 'mayDeclare'>>;

export type Permission = keyof typeof PERMISSIONS;

/** Whose permissions are asked for: a session's role in its restaurant. */
interface Holder {
  role: MemberRole | 'admin';
  mayDeclare: boolean;
}

/** Whether a session has `permission` in its restaurant. An admin who runs one is its owner. */
export function may({ role, mayDeclare }: Holder, permission: Permission): boolean {
  const isAllowed = PERMISSIONS[permission][role === 'admin' ? 'owner' : role];
  return isAllowed === 'mayDeclare' ? mayDeclare : isAllowed;
}
