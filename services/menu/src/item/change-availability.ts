import type { Availability, AvailabilityInput } from '@tavola/contracts/availability.ts';
import type { Prisma } from '../generated/client.ts';
import type { Choice } from '../menu/choices.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { optionGroupStore } from '../option-group/option-group-store.ts';
import { unknownItem, withAvailability } from './change-items.ts';
import { itemStore } from './item-store.ts';

type Changes = AvailabilityInput['changes'];

/** What a choice or an item becomes. */
type Becomes = Pick<Changes[number], 'isAvailable' | 'soldOutUntil'>;

/**
 * Marks items, sizes and options as sold out or available: all of them, or none. Returns what is true of them now, in the order of
 * `changes`.
 * @throws Problem `not-found` that names the first change whose item, size or option there is not.
 */
export function changeAvailability(
  deps: MenuWriteDeps,
  tenantId: string,
  { changes }: AvailabilityInput,
): Promise<Availability> {
  return writeMenu(deps, tenantId, async (tx) => {
    const isKnown = { ...(await changeItems(tx, tenantId, changes)), ...(await changeOptions(tx, tenantId, changes)) };
    for (const [at, { item, variant, option }] of changes.entries()) {
      if (item !== undefined && !isKnown.item(item)) throw unknownItem(`changes.${at}.item`);
      if (variant !== undefined && !isKnown.variant(item, variant)) throw unknownItem(`changes.${at}.variant`, 'size');
      if (option !== undefined && !isKnown.option(option)) throw unknownItem(`changes.${at}.option`, 'option');
    }
    return {
      items: changes.map(({ soldOutUntil, ...change }) => ({ ...change, ...(soldOutUntil && { soldOutUntil }) })),
    };
  });
}

/** Changes items and their sizes, as far as there are such; returns which there are. */
async function changeItems(tx: Prisma.TransactionClient, tenantId: string, changes: Changes) {
  const items = itemStore(tx, tenantId);
  const byItem = Map.groupBy(changes, ({ item }) => item);
  byItem.delete(undefined);
  const found = await items.lockAll([...byItem.keys()] as number[]);
  await items.changeAll(
    [...found].map(([id, stored]) => {
      const own = byItem.get(id) ?? [];
      const itself = own.find(({ variant }) => variant === undefined);
      const ofSizes = new Map(
        own.flatMap((change) => (change.variant === undefined ? [] : [[change.variant, change]])),
      );
      const { variants } = stored.shown;
      return {
        stored,
        change: {
          ...(itself && withAvailability({ isAvailable: itself.isAvailable, soldOutUntil: itself.soldOutUntil })),
          ...(variants && ofSizes.size > 0 && { variants: withBecomes(variants, ofSizes) }),
        },
      };
    }),
  );
  return {
    item: (id: number) => found.has(id),
    variant: (item: number | undefined, id: number) =>
      found.get(item as number)?.shown.variants?.some((size) => size.id === id) ?? false,
  };
}

/** Changes options, as far as there are such; returns which there are. */
async function changeOptions(tx: Prisma.TransactionClient, tenantId: string, changes: Changes) {
  const groups = optionGroupStore(tx, tenantId);
  const byOption = new Map(changes.flatMap((change) => (change.option === undefined ? [] : [[change.option, change]])));
  const found = await groups.lockWith([...byOption.keys()]);
  await groups.setOptions(found.map(({ id, options }) => ({ id, options: withBecomes(options, byOption) })));
  const known = new Set(found.flatMap(({ options }) => options.map(({ id }) => id)));
  return { option: (id: number) => known.has(id) };
}

/** `choices` with what those of them become that `changes` name. */
const withBecomes = <Of extends Choice>(choices: readonly Of[], changes: ReadonlyMap<number, Becomes>): Of[] =>
  choices.map((choice) => {
    const becomes = changes.get(choice.id);
    if (!becomes) return choice;
    const { soldOutUntil: _until, ...kept } = choice;
    const { isAvailable, soldOutUntil } = becomes;
    return { ...kept, isAvailable, ...(soldOutUntil && { soldOutUntil }) } as Of;
  });
