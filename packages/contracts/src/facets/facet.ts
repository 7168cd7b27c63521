import type { z } from 'zod';
import type { FieldError } from '../errors.ts';
import type { Field } from '../field-list.ts';

/** An item's facets by name; one that was not set is missing. */
export type FacetValues = Readonly<Record<string, unknown>>;

/**
 * Something that an owner may say of an item, such as how spicy it is. Facets are optional fields of the item, stored in one
 * JSON document. To add one: docs/architecture.md, "Adding a field to a dish".
 */
export interface Facet extends Field {
  readonly input: z.ZodType;
  readonly document: 'facets';
  /** The heading of its column in a table of dishes. */
  readonly column: string;
  /** The properties of schema.org's MenuItem that have `value`. */
  jsonLd?(value: never): object;
  /** What in this facet's `value` contradicts the item's other facets; checked when any facet of an item changes. */
  check?(value: never, others: FacetValues): readonly FieldError[];
}

/** Declares a facet; `shown` reads what `input` stores. */
export const facet = <Shown extends z.ZodType, Input extends z.ZodType>(declared: {
  readonly shown: Shown;
  readonly input: Input;
  readonly column: string;
  jsonLd?(value: z.output<Shown>): object;
  check?(value: z.output<Shown>, others: FacetValues): readonly FieldError[];
}) => ({ ...declared, document: 'facets' as const });
