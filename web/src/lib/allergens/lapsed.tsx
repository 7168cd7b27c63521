import type { QueryClient } from '@tanstack/react-query';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { isConfirmed } from '@tavola/contracts/rules/declared-allergens.ts';
import { Link } from 'wouter';
import { ITEMS } from '../http/queries.ts';
import { many } from '../text/format.ts';
import type { DeclaredRow } from './declaration.ts';

/** Where dishes are confirmed whose texts changed since they were declared. */
export const TO_CONFIRM = '/dashboard/allergens?show=unconfirmed';

/** Of how many of `rows` guests don't read any more what they were declared free from. */
export const countLapsed = (rows: readonly DeclaredRow[]): number =>
  rows.filter((row) => row.allergens?.states.includes('f') && !isConfirmed(row.allergens, row)).length;

/** The same of the restaurant's dishes, which are read where they are not known; undefined where they can't be read. */
export const readLapsed = (client: QueryClient): Promise<number | undefined> =>
  client.fetchQuery<MenuItem[]>({ queryKey: ITEMS }).then(countLapsed, () => undefined);

/** Leads to dishes that are to be confirmed. */
export const ToConfirmLink = ({ count }: { count: number }) => (
  <Link href={TO_CONFIRM} className="font-semibold whitespace-nowrap text-ink underline">
    Confirm the allergens of {many(count, 'dish', 'dishes')}
  </Link>
);
