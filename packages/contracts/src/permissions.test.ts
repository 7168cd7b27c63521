import { describe, expect, it } from 'vitest';
import { may, PERMISSIONS, type Permission } from './permissions.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];
const allowed = (role: 'owner' | 'manager' | 'staff' | 'admin', mayDeclare = false) =>
  ALL.filter((permission) => may({ role, mayDeclare }, permission));

describe('a role in a restaurant', () => {
  it('may all as owner, and as an admin who runs it', () => {
    expect(allowed('owner')).toEqual(ALL);
    expect(allowed('admin')).toEqual(ALL);
  });

  it('may not change the address, or own, as manager', () => {
    expect(ALL.filter((permission) => !allowed('manager').includes(permission))).toEqual([
      'slug.write',
      'restaurant.own',
    ]);
  });

  it('may say what is sold out as staff, and declare where that was allowed', () => {
    expect(allowed('staff')).toEqual(['menu.read', 'availability.write']);
    expect(allowed('staff', true)).toEqual(['menu.read', 'availability.write', 'allergens.declare']);
  });
});
