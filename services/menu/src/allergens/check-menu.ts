import type { LACKS, MenuCheck } from '@tavola/contracts/allergens.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { isConfirmed } from '@tavola/contracts/rules/declared-allergens.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { mapInSlices } from '@tavola/service-kit/runtime/slices.ts';

type Checked = Pick<
  MenuItem,
  'id' | 'name' | 'description' | 'categoryId' | 'allergens' | 'variants' | 'optionGroups'
> & {
  hasPrice: boolean;
};

const ITEMS = `
  SELECT id, name, description, price > 0 AS "hasPrice", category_id AS "categoryId", facets -> 'allergens' AS allergens,
    facets -> 'variants' AS variants, facets -> 'optionGroups' AS "optionGroups"
  FROM item WHERE tenant_id = current_setting('app.tenant_id')::uuid
  ORDER BY position, id`;

/** What the items of `tenantId` lack before guests know all of them, in the order of the menu. */
export async function checkMenu(pool: Pool, tenantId: string): Promise<MenuCheck> {
  const items = await readAsTenant<Checked>(pool, tenantId, { name: 'menu-check', text: ITEMS });
  const lacking = await mapInSlices(items, (slice) =>
    slice.flatMap((item) => {
      const lacks = lacksOf(item);
      return lacks.length > 0 ? [{ id: item.id, name: item.name, lacks }] : [];
    }),
  );
  return { items: items.length, lacking };
}

function lacksOf({ allergens, hasPrice, ...item }: Checked): (typeof LACKS)[number][] {
  const isDeclared = allergens && allergens.states !== NOTHING_DECLARED;
  const { variants, optionGroups } = item;
  const row = { ...item, variants: variants ?? undefined, optionGroups: optionGroups ?? undefined };
  return [
    ...(isDeclared ? [] : (['allergens'] as const)),
    ...(isDeclared && !isConfirmed(allergens, row) ? (['confirmation'] as const) : []),
    ...(hasPrice ? [] : (['price'] as const)),
    ...(item.categoryId === null ? (['category'] as const) : []),
  ];
}
