import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { SoldOutTimes } from '../api.ts';
import type { ItemGroup } from '../group-items.ts';
import type { ServingTimes } from '../serving-times.ts';

/** Props shared by table rows and the phone list's rows. */
export interface ItemRowProps {
  item: MenuItem;
  /** The item being deleted. */
  deletingId: number | undefined;
  /** The item that was just added. */
  addedId: number | undefined;
  soldOut: SoldOutTimes;
  times: ServingTimes;
  /** The restaurant's option groups, as far as they are known. */
  optionGroups: ReadonlyMap<number, OptionGroup>;
  onSwitched: (id: number) => void;
  onEdit: (item: MenuItem) => void;
}

/** Selecting several items, to change them together. */
export interface Selecting {
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isSelected: boolean) => void;
}

/** Props shared by the table and the phone's list of items. */
export interface ItemListProps extends Omit<ItemRowProps, 'item'> {
  groups: readonly ItemGroup[];
  /** Whether categories can be added to: not while the list shows a search's results. */
  takesMore: boolean;
  onAdd: (categoryId: number) => void;
}
