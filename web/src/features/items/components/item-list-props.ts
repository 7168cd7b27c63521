import type { MenuItem } from '@tavola/contracts/menu.ts';

/** What a row of the table and one of the phone's list share. */
export interface ItemRowProps {
  item: MenuItem;
  categoryName: (item: MenuItem) => string;
  /** The item that is being deleted. */
  deletingId: number | undefined;
  onSwitched: (id: number) => void;
  onEdit: (item: MenuItem) => void;
  onDelete: (item: MenuItem) => void;
}

/** What the table and the phone's list of items share. */
export interface ItemListProps extends Omit<ItemRowProps, 'item'> {
  items: readonly MenuItem[];
}
