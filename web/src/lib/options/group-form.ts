import { newOptionGroup, type OptionGroup } from '@tavola/contracts/choices.ts';
import { z } from 'zod';
import { filledRows, onlyFilled } from '../forms/filled-rows.ts';
import type { OwnMoney } from '../money/own-money.ts';
import { surchargeIn } from '../money/price-field.ts';
import { choiceFields, choiceValues, fromChoiceValues, isBlankChoice, newChoice } from './choice-form.ts';

/** How many of a group guests choose, in the order of the list. */
const RULES = [
  { value: 'any', label: 'Any number', min: 0, max: null },
  { value: 'one', label: 'Exactly one', min: 1, max: 1 },
  { value: 'up-to-one', label: 'One or none', min: 0, max: 1 },
  { value: 'some', label: 'At least one', min: 1, max: null },
] as const;

/** The rule for which `min` and `max` are typed. */
export const OWN_RULE = 'own';

export const RULE_OPTIONS = [
  ...RULES.map(({ value, label }) => ({ value: value as string, label: label as string })),
  { value: OWN_RULE, label: 'Other numbers' },
];

/** Text input for a number of options; `none` where nothing is typed. */
const countText = <None extends number | null>(label: string, none: None) =>
  z.string().transform((text, context): number | None => {
    const typed = text.trim();
    if (typed === '') return none;
    if (/^\d{1,2}$/.test(typed)) return Number(typed);
    context.addIssue({ code: 'custom', message: `${label} must be a whole number.` });
    return z.NEVER;
  });

/** The form's schema: the contract's, with text input instead of numbers, and the rule in words. */
export const groupForm = (money: OwnMoney, kept: OptionGroup | undefined) =>
  z
    .object({
      name: newOptionGroup.shape.name,
      rule: z.string(),
      min: countText('At least', 0),
      max: countText('At most', null),
      options: filledRows(
        z.object({
          ...choiceFields(surchargeIn(money, kept?.options.map(({ price }) => price) ?? [])),
          isDefault: z.boolean(),
        }),
        isBlankChoice,
      )
        .transform((list): z.input<typeof newOptionGroup.shape.options> => onlyFilled(list).map(fromChoiceValues))
        .pipe(newOptionGroup.shape.options),
    })
    .transform(({ rule, ...typed }) => ({ ...typed, ...limitsOf(rule, typed) }))
    .superRefine(({ min, max, options }, context) => {
      const refuse = (field: 'min' | 'max', message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const count = options.length;
      if (min > count) refuse('min', `There are only ${count} options.`);
      if (max !== null && max > count) refuse('max', `There are only ${count} options.`);
      if (max !== null && min > max) refuse('max', "At most can't be less than at least.");
      if (max === 0) refuse('max', 'Guests must be able to choose at least one.');
    });

const limitsOf = (rule: string, typed: { min: number; max: number | null }) => {
  const { min, max } = RULES.find(({ value }) => value === rule) ?? typed;
  return { min, max };
};

export type GroupValues = z.input<ReturnType<typeof groupForm>>;
export type GroupOutput = z.output<ReturnType<typeof groupForm>>;

/** A new option besides `others`. */
export const newOption = (others: readonly { key: number }[]): GroupValues['options'][number] => ({
  ...newChoice(others),
  isDefault: false,
});

/** The form's values: the group's, or those of a new one. */
export function groupValues(group: OptionGroup | undefined, money: OwnMoney): GroupValues {
  const { name = '', min = 0, max = null, options } = group ?? {};
  const rule = RULES.find((one) => one.min === min && one.max === max)?.value ?? OWN_RULE;
  const blank = newOption([]);
  return {
    name,
    rule,
    min: rule === OWN_RULE && min > 0 ? String(min) : '',
    max: rule === OWN_RULE && max !== null ? String(max) : '',
    options: options?.map((option) => ({
      ...choiceValues(option, money),
      price: option.price === 0 ? '' : choiceValues(option, money).price,
      isDefault: option.isDefault,
    })) ?? [blank, newOption([blank])],
  };
}

/** How many guests choose, in words: 'Choose exactly one'. */
export function ruleInWords({ min, max }: Pick<OptionGroup, 'min' | 'max'>): string {
  if (max === null) return min === 0 ? 'Choose any number' : `Choose at least ${countWord(min)}`;
  if (min === max) return `Choose exactly ${countWord(min)}`;
  if (min === 0) return max === 1 ? 'Choose one or none' : `Choose up to ${countWord(max)}`;
  return `Choose ${countWord(min)} to ${countWord(max)}`;
}

const countWord = (count: number): string => (count === 1 ? 'one' : String(count));
