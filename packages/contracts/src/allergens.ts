import { z } from 'zod';
import type { FieldError } from './errors.ts';
import { asField } from './field-kind.ts';
import { choiceId, id } from './fields.ts';
import { allergenOfKind, isWheat, NUT_KINDS, WHEAT_KINDS } from './rules/allergen-kinds.ts';
import { ALLERGEN_SCHEMES, ALLERGENS, type AllergenScheme, isWith, stateOf } from './rules/allergens.ts';
import { consistentStates, withState } from './rules/declared-allergens.ts';

/** Which tree nuts and which cereals: what a guest with one of these allergies asks next. */
export const ALLERGEN_KINDS = [...NUT_KINDS, 'rye', 'barley', 'oats', ...WHEAT_KINDS] as const;
export type AllergenKind = (typeof ALLERGEN_KINDS)[number];

/**
 * What a restaurant declared that a dish or an option contains: a letter for each of `ALLERGENS`, in order (c contains, m may contain,
 * f free from, u unknown); by whom and when; `basis` is the hash of the texts of which it was said.
 */
export const declaredAllergens = z.object({
  states: z.string(),
  kinds: z.array(z.string()).optional(),
  by: z.uuid().nullable(),
  at: z.iso.datetime(),
  basis: z.string(),
});
export type DeclaredAllergens = z.infer<typeof declaredAllergens>;

const states = asField(
  'allergen-states',
  z.string({ error: 'Allergens must be text.' }).regex(new RegExp(`^[cmfu]{${ALLERGENS.length}}$`), {
    error: `Allergens must be ${ALLERGENS.length} of the letters c, m, f and u.`,
  }),
  'Allergens',
);

const kinds = asField(
  'allergen-kinds',
  z
    .array(z.enum(ALLERGEN_KINDS, { error: `Kinds must be among ${ALLERGEN_KINDS.join(', ')}.` }), {
      error: 'Kinds must be a list.',
    })
    .max(ALLERGEN_KINDS.length, { error: `There are only ${ALLERGEN_KINDS.length} kinds.` })
    .refine((list) => new Set(list).size === list.length, { error: 'Kinds can name each only once.' }),
  'Kinds',
);

const asked = asField(
  'allergens',
  z
    .array(z.enum(ALLERGENS, { error: `Asked must be among ${ALLERGENS.join(', ')}.` }), {
      error: 'Asked must be a list.',
    })
    .min(1, { error: 'Asked must name at least one.' })
    .max(ALLERGENS.length, { error: `There are only ${ALLERGENS.length} allergens.` })
    .refine((list) => new Set(list).size === list.length, { error: 'Asked can name each only once.' }),
  'Asked',
);

/**
 * PUT /api/menu-items/{id}/allergens: a declaration, also where it says what was declared before. `asked` are the allergens that its
 * form asks: with other texts, a dish is no longer free from the others, of which nobody was asked, and warnings of these stay. Without it,
 * all count as asked.
 */
export const allergensInput = z.object({ states, kinds: kinds.optional(), asked: asked.optional() });
export type AllergensInput = z.infer<typeof allergensInput>;

/**
 * What is stored of a declaration: the states with what follows from them and from the kinds. `errors` are its contradictions, by field.
 */
export function readDeclaration({
  states: given,
  kinds = [],
}: Pick<AllergensInput, 'states' | 'kinds'>): Pick<AllergensInput, 'states' | 'kinds'> & { errors: FieldError[] } {
  const impliesWheat = kinds.some(isWheat) && stateOf(given, 'wheat') === 'u';
  const consistent = consistentStates(impliesWheat ? withState(given, 'wheat', stateOf(given, 'gluten')) : given);
  const states = consistent ?? given;
  const errors: FieldError[] =
    consistent === undefined ? [{ field: 'states', message: "A dish with wheat can't be free from gluten." }] : [];
  for (const kind of kinds) {
    const allergen = isWheat(kind) ? 'wheat' : allergenOfKind(kind);
    if (isWith(stateOf(states, allergen))) continue;
    const message = `With ${kind}, it must be declared that the dish contains ${allergen}, or may contain it.`;
    return { states, kinds, errors: [...errors, { field: 'kinds', message }] };
  }
  return { states, ...(kinds.length > 0 && { kinds }), errors };
}

/** PUT /api/option-groups/{id}/allergens: declarations for some of its options; `asked` as for items. */
export const optionAllergensInput = z.object({
  asked: asked.optional(),
  options: asField(
    'option-allergens',
    z
      .array(
        z.object(
          { id: choiceId('Option'), states, kinds: kinds.optional() },
          { error: 'Each option must be an object with id and states.' },
        ),
        {
          error: 'Options must be a list.',
        },
      )
      .min(1, { error: 'Options must name at least one.' })
      .max(40, { error: 'Options can name at most 40.' })
      .refine((list) => new Set(list.map((one) => one.id)).size === list.length, {
        error: 'Options can name each only once.',
      }),
  ),
});
export type OptionAllergensInput = z.infer<typeof optionAllergensInput>;

/** Most dishes that are confirmed at once. */
export const CONFIRMATIONS_MAX = 200;

/**
 * POST /api/allergens/confirm: what was declared of these dishes is still so. `basis` is of the texts that the owner saw, `declaredAt`
 * the time of the declaration; without it, whichever is the newest is confirmed. `asked` as in a declaration.
 */
export const confirmAllergensInput = z.object({
  asked: asked.optional(),
  items: asField(
    'confirmations',
    z
      .array(
        z.object(
          {
            id: id('Item'),
            basis: z
              .string({ error: 'Basis must be text.' })
              .max(20, { error: 'Basis can be at most 20 characters long.' }),
            declaredAt: z.iso.datetime({ error: 'The time of the declaration must be in ISO 8601.' }).optional(),
          },
          { error: 'Each item must be an object with id and basis.' },
        ),
        { error: 'Items must be a list.' },
      )
      .min(1, { error: 'Items must name at least one.' })
      .max(CONFIRMATIONS_MAX, { error: `Items can name at most ${CONFIRMATIONS_MAX}.` })
      .refine((list) => new Set(list.map((one) => one.id)).size === list.length, {
        error: 'Items can name each only once.',
      }),
  ),
});
export type ConfirmAllergensInput = z.infer<typeof confirmAllergensInput>;

/**
 * What a dish lacks before guests know all of it, or can order it: no declaration, one of some allergens alone, one that is to be
 * confirmed, gluten of one that is marked gluten-free, no price, no category; `choice` is a size, or options of a group that must be
 * chosen from.
 */
export const LACKS = [
  'allergens',
  'allergens-in-part',
  'confirmation',
  'gluten',
  'price',
  'category',
  'choice',
] as const;

const lacking = z.object({ id: z.int(), name: z.string(), lacks: z.array(z.enum(LACKS)) });

/** GET /api/menu-check: the dishes that lack something, and the options that guests can choose with dishes, in the order of the menu. */
export const menuCheck = z.object({
  /** How many dishes were looked at. */
  items: z.int(),
  lacking: z.array(lacking),
  options: z.array(lacking.extend({ group: z.string() })),
});
export type MenuCheck = z.infer<typeof menuCheck>;

const scheme = z.enum(Object.keys(ALLERGEN_SCHEMES) as [AllergenScheme, ...AllergenScheme[]], {
  error: `Allergens must be ${Object.keys(ALLERGEN_SCHEMES).join(' or ')}.`,
});

/** Which allergens GET /api/menu-check asks for; without a scheme, it does not look whether a declaration is whole. */
export const menuCheckQuery = z.object({ scheme: scheme.optional() });

/** Which allergens the restaurant is asked for, and shows. */
export const allergenScheme = {
  shown: z.string(),
  input: scheme,
  document: 'settings' as const,
};

/** What guests get: the states that may be shown, the day of the declaration, and which nuts and cereals. */
export const publicAllergens = z.object({ s: z.string(), on: z.string(), kinds: z.array(z.string()).optional() });
