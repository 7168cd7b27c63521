import type { ItemTag, MenuRule, PriceEnding, RuleAct, RuleFilter } from '@tavola/contracts/menu-rules.ts';
import { menuRule, ruleAct } from '@tavola/contracts/menu-rules.ts';

/** A rule as the form has it: numbers as text, '' for what is not chosen. */
export interface RuleForm {
  category: string;
  search: string;
  tag: ItemTag | '';
  priceFrom: string;
  priceTo: string;
  kind: RuleAct['kind'];
  direction: 'raise' | 'lower';
  by: 'percent' | 'amount';
  value: string;
  ending: PriceEnding | '';
  least: string;
  moveTo: string;
  availability: 'available' | 'out-of-stock';
  tags: Readonly<Record<ItemTag, 'keep' | 'add' | 'remove'>>;
}

export const NEW_RULE: RuleForm = {
  category: '',
  search: '',
  tag: '',
  priceFrom: '',
  priceTo: '',
  kind: 'price',
  direction: 'raise',
  by: 'percent',
  value: '',
  ending: '',
  least: '',
  moveTo: '',
  availability: 'out-of-stock',
  tags: { popular: 'keep', featured: 'keep' },
};

/** The rule that the form says, for the dishes `items` if they are given; null while something is missing or out of range. */
export function ruleOf(form: RuleForm, items: readonly number[] | undefined): MenuRule | null {
  const where: RuleFilter = {
    categoryIds: form.category === '' ? undefined : [Number(form.category)],
    items: items && [...items],
    tags: form.tag === '' ? undefined : [form.tag],
    priceFrom: numberOf(form.priceFrom),
    priceTo: numberOf(form.priceTo),
    search: form.search,
  };
  return menuRule.safeParse({ where, act: actOf(form) }).data ?? null;
}

/** Why the form's change of prices is refused; undefined if it is not, or not typed yet. */
export const refusalOf = (form: RuleForm): string | undefined =>
  form.value.trim() === ''
    ? undefined
    : ruleAct.safeParse(actOf(form)).error?.issues.find(({ code }) => code === 'custom')?.message;

/** `rules` for the dishes `chosen` alone; for all of theirs if none are chosen. */
export function amongChosen(rules: readonly MenuRule[], chosen: readonly number[] | undefined): readonly MenuRule[] {
  if (!chosen) return rules;
  return rules.map(({ where, act }) => {
    const named = where.items && new Set(where.items);
    return { where: { ...where, items: chosen.filter((id) => named?.has(id) ?? true) }, act };
  });
}

function actOf(form: RuleForm): object {
  const { kind, by, ending } = form;
  if (kind === 'price') {
    const typed = numberOf(form.value);
    // The direction says which way.
    if (typed === undefined || typed < 0) return { kind };
    const value = form.direction === 'lower' ? -typed : typed;
    return { kind, by, value, ending: ending === '' ? undefined : ending, least: numberOf(form.least) };
  }
  if (kind === 'move') return { kind, categoryId: numberOf(form.moveTo) };
  if (kind === 'availability') return { kind, isAvailable: form.availability === 'available' };
  const tagsTo = (wanted: 'add' | 'remove') =>
    (Object.keys(form.tags) as ItemTag[]).filter((tag) => form.tags[tag] === wanted);
  return kind === 'tags' ? { kind, add: tagsTo('add'), remove: tagsTo('remove') } : { kind };
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
