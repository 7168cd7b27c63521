import type { ItemTag, MenuRule, PriceEnding, RuleAct, RuleFilter } from '@tavola/contracts/menu-rules.ts';
import { menuRule, ruleAct } from '@tavola/contracts/menu-rules.ts';
import type { OwnMoney } from '../../lib/money/own-money.ts';
import { priceError, readAmount, readPercent } from '../../lib/money/read-price.ts';

/** A rule as the form has it: numbers as text, '' for what is not chosen. */
export interface RuleForm {
  category: string;
  search: string;
  tag: ItemTag | '';
  priceFrom: string;
  priceTo: string;
  kind: Exclude<RuleAct['kind'], 'remove-offer'>;
  direction: 'raise' | 'lower';
  by: 'percent' | 'amount';
  value: string;
  ending: PriceEnding | '';
  least: string;
  moveTo: string;
  /** The daypart that gets an offer. */
  daypart: string;
  offerBy: 'percent' | 'amount' | 'price' | 'remove';
  offer: string;
  offerEnding: PriceEnding | '';
  /** When a dish is served: like its category, all the time, or in the dayparts `servedIn`. */
  served: 'default' | 'always' | 'dayparts';
  servedIn: readonly number[];
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
  daypart: '',
  offerBy: 'percent',
  offer: '',
  offerEnding: '',
  served: 'default',
  servedIn: [],
  availability: 'out-of-stock',
  tags: { popular: 'keep', featured: 'keep' },
};

/** A new rule that gives dishes an offer in the daypart with this id. */
export const offerRule = (daypart: string): RuleForm => ({ ...NEW_RULE, kind: 'offer', daypart });

/** The fields of a rule that take a number. */
const NUMBER_FIELDS = ['priceFrom', 'priceTo', 'value', 'least', 'offer'] as const;
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
  if (!isUsed(form, field) || field.startsWith('price') || read.amount === undefined) return undefined;
  if (field === 'offer' && form.offerBy !== 'percent') {
    const error = priceError(read.amount, money);
    if (error !== undefined) return error;
  }
  return ruleAct.safeParse(actOf(form, money)).error?.issues.find(({ code }) => code === 'custom')?.message;
}

/** Whether the form's rule has a field; what was typed into another kind's is kept. */
const isUsed = ({ kind, offerBy }: RuleForm, field: NumberField): boolean => {
  if (field === 'offer') return kind === 'offer' && offerBy !== 'remove';
  return field === 'priceFrom' || field === 'priceTo' || kind === 'price';
};

/** What was typed into a field: a number, nothing, or why it can't be read. */
function readField(
  form: RuleForm,
  field: NumberField,
  money: OwnMoney,
): { amount?: number } | { error: string; amount?: never } {
  const text = form[field];
  if (text.trim() === '') return {};
  const isPercent = (field === 'value' && form.by === 'percent') || (field === 'offer' && form.offerBy === 'percent');
  const read = isPercent ? readPercent(text, money) : readAmount(text, money);
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
  if (kind === 'offer') return offerOf(form, money);
  if (kind === 'times') return { kind, dayparts: servedIn(form) };
  if (kind === 'move') return { kind, categoryId: Number(form.moveTo) };
  if (kind === 'availability') return { kind, isAvailable: form.availability === 'available' };
  const tagsTo = (wanted: 'add' | 'remove') =>
    (Object.keys(form.tags) as ItemTag[]).filter((tag) => form.tags[tag] === wanted);
  return kind === 'tags' ? { kind, add: tagsTo('add'), remove: tagsTo('remove') } : { kind };
}

function offerOf({ kind, ...form }: RuleForm, money: OwnMoney): object {
  const daypartId = form.daypart === '' ? undefined : Number(form.daypart);
  if (form.offerBy === 'remove') return { kind: 'remove-offer', daypartId };
  const { amount: value } = readField({ kind, ...form }, 'offer', money);
  const ending = form.offerEnding === '' || form.offerBy === 'price' ? undefined : form.offerEnding;
  return { kind, daypartId, by: form.offerBy, value, ending };
}

/** What a rule says of when dishes are served; null, which no rule can say, while no daypart is chosen. */
function servedIn({ served, servedIn: ids }: RuleForm): readonly number[] | null | undefined {
  if (served === 'default') return undefined;
  if (served === 'always') return [];
  return ids.length > 0 ? ids : null;
}
