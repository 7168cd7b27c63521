import type { MenuItem, MenuItemChange, NewMenuItem } from '@tavola/contracts/menu.ts';
import type { Announcer } from '@tavola/service-kit/announcer.ts';
import { notFound, Problem } from '@tavola/service-kit/problem.ts';
import { categoryStore } from '../category/category-store.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { itemStore } from './item-store.ts';

type Writing = { db: PrismaClient; announcer: Announcer };

/**
 * Adds an item to the restaurant's menu.
 * @throws Problem `validation-failed` for a category that is not the restaurant's own.
 */
export function addItem(deps: Writing, tenantId: string, input: NewMenuItem): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    await mustHaveCategory(tx, tenantId, input.categoryId);
    return itemStore(tx, tenantId).add(input);
  });
}

/**
 * Changes an item of the restaurant's menu.
 * @throws Problem `not-found`; `validation-failed` for a category that is not the restaurant's own.
 */
export function changeItem(deps: Writing, tenantId: string, id: number, input: MenuItemChange): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    if (input.categoryId !== undefined) await mustHaveCategory(tx, tenantId, input.categoryId);
    const changed = await itemStore(tx, tenantId).change(id, input);
    if (!changed) throw notFound('The menu item');
    return changed;
  });
}

async function mustHaveCategory(tx: Prisma.TransactionClient, tenantId: string, categoryId: number): Promise<void> {
  if (await categoryStore(tx, tenantId).exists(categoryId)) return;
  const message = 'This category does not exist. Please choose another one.';
  throw new Problem('validation-failed', message, { errors: [{ field: 'categoryId', message }] });
}
