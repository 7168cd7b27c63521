import type { MenuItem, MenuItemChange, NewMenuItem } from '@tavola/contracts/menu.ts';
import { type OnceKey, once } from '@tavola/service-kit/http/idempotency.ts';
import { type IfMatch, writeMatching } from '@tavola/service-kit/http/if-match.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Announcer } from '@tavola/service-kit/messaging/change-publisher.ts';
import { categoryStore } from '../category/category-store.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { itemStore } from './item-store.ts';

type Writing = { db: PrismaClient; announcer: Announcer };

/**
 * Adds an item to the restaurant's menu.
 * @throws Problem `validation-failed` for a category that is not the restaurant's own.
 */
export function addItem(
  deps: Writing,
  tenantId: string,
  input: NewMenuItem,
  key: OnceKey | undefined,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, (tx) =>
    once(tx, tenantId, key, async () => {
      await mustHaveCategory(tx, tenantId, input.categoryId);
      return itemStore(tx, tenantId).add(input);
    }),
  );
}

/**
 * Changes an item of the restaurant's menu, if it is in a state that `ifMatch` names.
 * @throws Problem `not-found`; `changed-meanwhile`; `validation-failed` for a category that is not the restaurant's own.
 */
export function changeItem(
  deps: Writing,
  tenantId: string,
  id: number,
  input: MenuItemChange,
  ifMatch: IfMatch,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    if (input.categoryId !== undefined) await mustHaveCategory(tx, tenantId, input.categoryId);
    const store = itemStore(tx, tenantId);
    return writeMatching({
      ifMatch,
      what: 'The menu item',
      find: () => store.find(id),
      write: (found) => store.change(id, input, found),
    });
  });
}

async function mustHaveCategory(tx: Prisma.TransactionClient, tenantId: string, categoryId: number): Promise<void> {
  if (await categoryStore(tx, tenantId).exists(categoryId)) return;
  const message = 'This category does not exist. Please choose another one.';
  throw new Problem('validation-failed', message, { errors: [{ field: 'categoryId', message }] });
}
