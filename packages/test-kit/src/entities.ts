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

// What the services keep, as they show it. A field with an initial value has that here unless a test says otherwise, so
// an optional field that is added to the contracts changes nothing in this file. Parsed, so its keys are in the
// contracts' order.

let lastId = 0;

/** A dish with an id of its own, without a category unless one is said. */
export function anItem(fields: Partial<MenuItem> = {}): MenuItem {
  lastId += 1;
  const required = { id: lastId, name: `Item ${lastId}`, price: 10, categoryId: null };
  return menuItem.parse({ ...initialValues(ITEM_FIELDS), ...required, ...fields } satisfies MenuItem);
}

/** A category with an id of its own. */
export function aCategory(fields: Partial<Category> = {}): Category {
  lastId += 1;
  const required = { id: lastId, name: `Category ${lastId}` };
  return category.parse({ ...initialValues(CATEGORY_FIELDS), ...required, ...fields } satisfies Category);
}

/** A restaurant with an id and a slug of its own. */
export function aTenant(fields: Partial<Tenant> = {}): Tenant {
  const { id = crypto.randomUUID() } = fields;
  const required = { id, name: 'Da Ada', slug: `da-ada-${id}` };
  return tenant.parse({ ...initialValues(TENANT_FIELDS), ...required, ...fields } satisfies Tenant);
}
