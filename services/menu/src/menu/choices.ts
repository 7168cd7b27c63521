import { availableAt } from '@tavola/contracts/rules/turns.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Prisma } from '../generated/client.ts';

// Sizes and options: what both are in the database.

/** A size or an option as stored; without a time, one that is sold out is so until the owner says otherwise. */
export interface Choice {
  id: number;
  isAvailable: boolean;
  soldOutUntil?: string | undefined;
}

/** The same in a request: one without an id is new, and one that says nothing of its availability keeps it. */
interface GivenChoice {
  id?: number | undefined;
  isAvailable?: boolean | undefined;
  soldOutUntil?: string | null | undefined;
}

/** `choices` as they are now: those that were sold out until a moment before are available. */
export const availableChoices = <Of extends Choice>(choices: readonly Of[]): Of[] =>
  choices.map((choice) => availableAt(choice, Date.now()));

/** The same of a `jsonb` expression, in SQL. */
export const availableChoicesSql = (choices: string): string => `
  CASE WHEN ${choices} @? '$[*].soldOutUntil' THEN (
    SELECT jsonb_agg(
      CASE WHEN (choice ->> 'soldOutUntil')::timestamptz <= now() THEN choice - 'soldOutUntil' || '{"isAvailable":true}' ELSE choice END
      ORDER BY place)
    FROM jsonb_array_elements(${choices}) WITH ORDINALITY AS given (choice, place)
  ) ELSE ${choices} END`;

/** Whether one of the choices in a `jsonb` expression is available, in SQL; true where that is NULL: then there is nothing to choose. */
export const hasAvailableSql = (choices: string): string =>
  `coalesce(${choices} @? '$[*] ? (@.isAvailable == true)', true)`;

/** Choices in a request, what there was before, and the field that names them. */
interface GivenChoices<Given extends GivenChoice> {
  field: string;
  given: readonly Given[];
  before: readonly Choice[];
}

/**
 * Choices as they are stored after a request, for each of `lists`; what a request can't say of a known one stays. New ones get ids that
 * were never used before.
 * @throws Problem `validation-failed` that names the first id that is not among those before.
 */
export async function toStoredChoices<Given extends GivenChoice>(
  tx: Prisma.TransactionClient,
  lists: readonly GivenChoices<Given>[],
): Promise<(Given & Choice)[][]> {
  const resolved = lists.map(({ field, given, before }) => {
    const known = new Map(before.map((choice) => [choice.id, choice]));
    return given.map((one, at) => {
      const old = one.id === undefined ? undefined : known.get(one.id);
      if (one.id !== undefined && !old) throw unknownId(`${field}.${at}.id`);
      return { ...old, ...one, ...availabilityOf(one, old) };
    });
  });
  const ids = await newIds(tx, resolved.flat().filter(({ id }) => id === undefined).length);
  return resolved.map((list) => list.map(({ soldOutUntil, ...one }) => toStored(one, soldOutUntil)));

  function toStored({ id = ids.shift(), ...rest }: object & { id?: number | undefined }, soldOutUntil?: string) {
    return { id, ...rest, ...(soldOutUntil !== undefined && { soldOutUntil }) } as Given & Choice;
  }
}

/** A choice is sold out until a time only where the request says so, or says nothing. */
function availabilityOf({ isAvailable, soldOutUntil }: GivenChoice, old: Choice | undefined) {
  if (soldOutUntil) return { isAvailable: false, soldOutUntil };
  if (isAvailable !== undefined) return { isAvailable, soldOutUntil: undefined };
  return {
    isAvailable: old?.isAvailable ?? true,
    soldOutUntil: soldOutUntil === null ? undefined : old?.soldOutUntil,
  };
}

/** Ids of new choices: unique among all, and never given again. */
async function newIds(tx: Prisma.TransactionClient, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval('choice_id')::float8 AS id FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

function unknownId(field: string): Problem {
  const message = 'This no longer exists. Please reload the page.';
  return new Problem('validation-failed', message, { errors: [{ field, message }] });
}
