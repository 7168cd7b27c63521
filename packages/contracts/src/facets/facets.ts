import type { FieldError } from '../errors.ts';
import { diet } from './diet.ts';
import { energy } from './energy.ts';
import type { Facet, FacetValues } from './facet.ts';
import { spice } from './spice.ts';

/** All facets of an item, in the order of responses. */
export const FACETS = { spice, energy, diet } satisfies Readonly<Record<string, Facet>>;

const known: Readonly<Record<string, Facet>> = FACETS;

/** The facets that `item` has, in order, with their values. */
const facetsOf = (item: object): [Facet, unknown][] =>
  Object.entries(known).flatMap(([name, facet]) => (name in item ? [[facet, (item as FacetValues)[name]]] : []));

/** Whether `change` names a facet. */
export const namesFacet = (change: object): boolean => Object.keys(known).some((name) => name in change);

/** What in the facets of `item` contradicts other facets. */
export const contradictionsIn = (item: object): FieldError[] =>
  facetsOf(item).flatMap(([{ check }, value]) => check?.(value as never, item as FacetValues) ?? []);

/** The properties of schema.org's MenuItem that the facets of `item` have. */
export const facetsJsonLd = (item: object): object =>
  Object.assign({}, ...facetsOf(item).map(([{ jsonLd }, value]) => jsonLd?.(value as never)));
