import { TENANT_FIELDS, type Tenant, tenant } from '@tavola/contracts/auth.ts';
import { initialValues } from '@tavola/contracts/field-list.ts';
import {
  CATEGORY_FIELDS,
  type Category,
  category,
  ITEM_FIELDS,
  type MenuItem,
  menuItem,
} from '@tavola/contracts/menu.ts';

// The services' objects as responses show them. Fields take their initial values unless a test sets them, so a new
// optional field in the contracts needs no change here. Parsing puts the keys in the contracts' order.

let lastId = 0;

/** A menu item with a unique id, for owners and for guests alike; it has no category by default. */
export function anItem(fields: Partial<Omit<MenuItem, 'allergens'>> = {}): Omit<MenuItem, 'allergens'> {
  lastId += 1;
  const required = { id: lastId, name: `Item ${lastId}`, price: 10, categoryId: null };
  return menuItem.parse({ ...initialValues(ITEM_FIELDS), ...required, ...fields } satisfies MenuItem);
}

/** A category with a unique id. */
export function aCategory(fields: Partial<Category> = {}): Category {
  lastId += 1;
  const required = { id: lastId, name: `Category ${lastId}` };
  return category.parse({ ...initialValues(CATEGORY_FIELDS), ...required, ...fields } satisfies Category);
}

/** A restaurant with a unique id and slug. */
export function aTenant(fields: Partial<Tenant> = {}): Tenant {
  const { id = crypto.randomUUID() } = fields;
  const required = { id, name: 'Da Ada', slug: `da-ada-${id}` };
  return tenant.parse({ ...initialValues(TENANT_FIELDS), ...required, ...fields } satisfies Tenant);
}
