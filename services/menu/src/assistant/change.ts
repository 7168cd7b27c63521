import { type MenuRule, menuRule, ruleAct, ruleFilter } from '@tavola/contracts/menu-rules.ts';
import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { z } from 'zod';
import type { Question } from './assistant.ts';

/** The parts of a menu that rules are made from. */
interface RuledMenu {
  categories: { id: number; name: string }[];
  items: { id: number; name: string }[];
  dayparts: { id: number; name: string }[];
}

const OF_TENANT = `WHERE tenant_id = current_setting('app.tenant_id')::uuid`;

const MENU = `
  SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY position, id), '[]') FROM category ${OF_TENANT}) AS categories,
         (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'categoryId', category_id, 'price', price::float8,
            'isAvailable', is_available, 'isPopular', is_popular, 'isFeatured', is_featured) ORDER BY position, id), '[]') FROM item ${OF_TENANT}) AS items,
         (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY position, id), '[]') FROM daypart ${OF_TENANT}) AS dayparts`;

/** What the model is told of the restaurant's menu. */
export const readRuledMenu = (pool: Pool, tenantId: string): Promise<RuledMenu> =>
  readRowAsTenant(pool, tenantId, MENU);

/** Most rules of one change. */
const RULES_MAX = 50;

/** Strict schemas know no optional fields: what is not said is null. */
const nullable = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType).nullable() : field,
      ]),
    ) as unknown as Record<string, z.ZodType>,
  );

const askedRule = z.object({
  where: nullable(ruleFilter.shape),
  act: z.union(ruleAct.options.map((act) => nullable(act.shape))),
});
type AskedRule = z.infer<typeof askedRule>;

const withoutNulls = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

const toRule = ({ where, act }: AskedRule) =>
  menuRule.safeParse({ where: withoutNulls(where), act: withoutNulls(act) });

/** Which rules say what the owner wants to change. They name only categories, items and dayparts of `menu`. */
export function changeQuestion(request: string, menu: RuledMenu): Question<{ rules: AskedRule[] }> {
  const categories = new Set(menu.categories.map(({ id }) => id));
  const items = new Set(menu.items.map(({ id }) => id));
  const dayparts = new Set(menu.dayparts.map(({ id }) => id));
  const problemsOf = (asked: AskedRule): string[] => {
    const { data, error } = toRule(asked);
    if (!data) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const { where, act } = data;
    const named = [...(where.categoryIds ?? []), ...(act.kind === 'move' ? [act.categoryId] : [])];
    return [
      ...named.filter((id) => !categories.has(id)).map((id) => `there is no category ${id}`),
      ...(where.items ?? []).filter((id) => !items.has(id)).map((id) => `there is no item ${id}`),
      ...daypartsIn(act)
        .filter((id) => !dayparts.has(id))
        .map((id) => `there is no daypart ${id}`),
    ];
  };
  return {
    task: 'change',
    data: { request, ...menu },
    answer: z.object({
      rules: z
        .array(askedRule)
        .max(RULES_MAX)
        .superRefine((rules, context) => {
          for (const [at, rule] of rules.entries()) {
            for (const message of problemsOf(rule)) context.addIssue({ code: 'custom', path: [at], message });
          }
        }),
    }),
  };
}

/** The ids of the dayparts that `act` names. */
function daypartsIn(act: MenuRule['act']): readonly number[] {
  if (act.kind === 'offer' || act.kind === 'remove-offer') return [act.daypartId];
  return act.kind === 'times' ? (act.dayparts ?? []) : [];
}

/** The rules of an answer that was accepted. */
export const rulesOf = ({ rules }: { rules: AskedRule[] }): MenuRule[] =>
  rules.flatMap((rule) => toRule(rule).data ?? []);
