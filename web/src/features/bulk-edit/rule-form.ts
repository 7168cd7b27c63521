import type { ItemTag, MenuRule, PriceEnding, RuleAct, RuleFilter } from '@tavola/contracts/menu-rules.ts';
import { menuRule, ruleAct } from '@tavola/contracts/menu-rules.ts';
import type { OwnMoney } from '../../lib/money/own-money.ts';
import { readAmount, readPercent } from '../../lib/money/read-price.ts';

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

/** The fields of a rule that take a number. */
const NUMBER_FIELDS = ['priceFrom', 'priceTo', 'value', 'least'] as const;
type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * The rule that the form says, for the dishes `items` if they are given; null while something is missing, out of range or
 * unreadable.
 */
export function ruleOf(form: RuleForm, items: readonly number[] | undefined, money: OwnMoney): MenuRule | null {
  if (NUMBER_FIELDS.some((field) => isUsed(form, field) && 'error' in readField(form, field, money))) return null;
  const numberOf = (field: NumberField) => readField(form, field, money).amount;
  const where: RuleFilter = {
    categoryIds: form.category === '' ? undefined : [Number(form.category)],
    items: items && [...items],
    tags: form.tag === '' ? undefined : [form.tag],
    priceFrom: numberOf('priceFrom'),
    priceTo: numberOf('priceTo'),
    search: form.search,
  };
  return menuRule.safeParse({ where, act: actOf(form, money) }).data ?? null;
}

/** Why the number in a field is refused; undefined if it is not, or not typed yet. */
export function refusalOf(form: RuleForm, field: NumberField, money: OwnMoney): string | undefined {
  const read = readField(form, field, money);
  if ('error' in read) return read.error;
  if (field !== 'value' || read.amount === undefined) return undefined;
  return ruleAct.safeParse(actOf(form, money)).error?.issues.find(({ code }) => code === 'custom')?.message;
}

/** Whether the form's rule has a field; what was typed into another kind's is kept. */
const isUsed = ({ kind }: RuleForm, field: NumberField): boolean =>
  field === 'priceFrom' || field === 'priceTo' || kind === 'price';

/** What was typed into a field: a number, nothing, or why it can't be read. */
function readField(
  form: RuleForm,
  field: NumberField,
  money: OwnMoney,
): { amount?: number } | { error: string; amount?: never } {
  const text = form[field];
  if (text.trim() === '') return {};
  const read = field === 'value' && form.by === 'percent' ? readPercent(text, money) : readAmount(text, money);
  // The direction says which way a price goes.
  return 'amount' in read && read.amount < 0 ? { error: "This can't be negative." } : read;
}

/** `rules` for the dishes `chosen` alone; for all of theirs if none are chosen. */
export function amongChosen(rules: readonly MenuRule[], chosen: readonly number[] | undefined): readonly MenuRule[] {
  if (!chosen) return rules;
  return rules.map(({ where, act }) => {
    const named = where.items && new Set(where.items);
    return { where: { ...where, items: chosen.filter((id) => named?.has(id) ?? true) }, act };
  });
}

function actOf(form: RuleForm, money: OwnMoney): object {
  const { kind, by, ending } = form;
  if (kind === 'price') {
    const typed = readField(form, 'value', money).amount;
    if (typed === undefined) return { kind };
    const value = form.direction === 'lower' ? -typed : typed;
    const least = readField(form, 'least', money).amount;
    return { kind, by, value, ending: ending === '' ? undefined : ending, least };
  }
  if (kind === 'move') return { kind, categoryId: Number(form.moveTo) };
  if (kind === 'availability') return { kind, isAvailable: form.availability === 'available' };
  const tagsTo = (wanted: 'add' | 'remove') =>
    (Object.keys(form.tags) as ItemTag[]).filter((tag) => form.tags[tag] === wanted);
  return kind === 'tags' ? { kind, add: tagsTo('add'), remove: tagsTo('remove') } : { kind };
}
