import type { en } from './en.ts';
import type { FACET_WORDS } from './facet-words.ts';

/** The texts of a count, by the categories of Intl.PluralRules that the language has. */
export type Plural = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

export type Key = keyof typeof en;

/** The page's own texts in one language: a missing one is a type error. */
export type Words = { readonly [K in Key]: (typeof en)[K] extends string ? string : Plural };

/** The words of a language's own file; those of facets are in facet-words.ts, those of notices in the contracts. */
export type OwnWords = Omit<Words, keyof typeof FACET_WORDS | 'missing' | 'scanned' | 'retry'>;

/** The names in braces of a text, such as `name` of 'New: {name}.'. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The names to fill in for a key. */
export type NamesOf<K extends Key> = (typeof en)[K] extends string
  ? NamesIn<(typeof en)[K]>
  : NamesIn<(typeof en)[K][keyof (typeof en)[K]]>;

/** Gives a text with its names filled in; a `count` chooses the form of a plural. */
export type Say = <K extends Key>(
  key: K,
  ...values: [NamesOf<K>] extends [never] ? [] : [Readonly<Record<NamesOf<K>, string | number>>]
) => string;
