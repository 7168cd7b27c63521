import type { LACKS, MenuCheck } from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS, type Allergen, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { askedAllergens, statusOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { mapInSlices } from '@tavola/service-kit/runtime/slices.ts';
import { AVAILABLE, LACKS_CHOICE } from '../item/item-store.ts';

type Checked = Pick<
  MenuItem,
  'id' | 'name' | 'description' | 'categoryId' | 'allergens' | 'diet' | 'variants' | 'optionGroups'
> & {
  hasPrice: boolean;
  lacksChoice: boolean;
};

type Lack = (typeof LACKS)[number];

const ITEMS = `
  SELECT id, name, description, price > 0 AS "hasPrice", category_id AS "categoryId", facets -> 'allergens' AS allergens,
    facets -> 'diet' AS diet, facets -> 'variants' AS variants, facets -> 'optionGroups' AS "optionGroups",
    ${AVAILABLE} AND ${LACKS_CHOICE} AS "lacksChoice"
  FROM item WHERE tenant_id = current_setting('app.tenant_id')::uuid
  ORDER BY position, id`;

const GROUPS = `
  SELECT id, name, options FROM option_group WHERE tenant_id = current_setting('app.tenant_id')::uuid ORDER BY position, id`;

/**
 * What the items of `tenantId`, and the options of these, lack before guests know all of it, in the order of the menu. Whether a
 * declaration is whole depends on the allergens of `scheme`.
 */
export async function checkMenu(pool: Pool, tenantId: string, scheme: string | undefined): Promise<MenuCheck> {
  const items = await readAsTenant<Checked>(pool, tenantId, { name: 'menu-check', text: ITEMS });
  const groups = await readAsTenant<Pick<OptionGroup, 'id' | 'name' | 'options'>>(pool, tenantId, {
    name: 'menu-check-options',
    text: GROUPS,
  });
  const asked = scheme === undefined ? undefined : askedAllergens(scheme, items);
  const lacking = await mapInSlices(items, (slice) =>
    slice.flatMap((item) => {
      const lacks = lacksOf(item, asked);
      return lacks.length > 0 ? [{ id: item.id, name: item.name, lacks }] : [];
    }),
  );
  const used = new Set(items.flatMap(({ optionGroups }) => optionGroups ?? []));
  const options = groups
    .filter(({ id }) => used.has(id))
    .flatMap(({ name: group, options: own }) =>
      own.flatMap((option) => {
        const lacks = undeclaredIn(option, asked);
        return lacks.length > 0 ? [{ id: option.id, name: option.name, group, lacks }] : [];
      }),
    );
  return { items: items.length, lacking, options };
}

function lacksOf(
  { hasPrice, lacksChoice, variants, optionGroups, ...item }: Checked,
  asked: readonly Allergen[] | undefined,
): Lack[] {
  const row = { ...item, variants: variants ?? undefined, optionGroups: optionGroups ?? undefined };
  const undeclared = undeclaredIn(row, asked);
  // Guests don't read "gluten-free" then.
  const isUnbacked = asked && item.diet?.includes('gluten-free') && stateOf(item.allergens?.states, 'gluten') === 'u';
  return [
    ...undeclared,
    ...(isUnbacked && !undeclared.includes('allergens') ? (['gluten'] as const) : []),
    ...(hasPrice ? [] : (['price'] as const)),
    ...(item.categoryId === null ? (['category'] as const) : []),
    ...(lacksChoice && asked ? (['choice'] as const) : []),
  ];
}

/** What of the allergens that are `asked` is not declared of `row`; without them, whether anything is. */
function undeclaredIn(row: Parameters<typeof statusOf>[0], asked: readonly Allergen[] | undefined): Lack[] {
  const status = statusOf(row, asked ?? ALLERGENS);
  if (status === 'missing') return ['allergens'];
  if (status === 'unconfirmed') return ['confirmation'];
  return status === 'partly' && asked ? ['allergens-in-part'] : [];
}
