import type { MenuItem } from '@tavola/contracts/menu.ts';

/** Props shared by table rows and the phone list's rows. */
export interface ItemRowProps {
  item: MenuItem;
  categoryName: (item: MenuItem) => string;
  /** The item being deleted. */
  deletingId: number | undefined;
  onSwitched: (id: number) => void;
  onEdit: (item: MenuItem) => void;
  onDelete: (item: MenuItem) => void;
}

/** Props shared by the table and the phone's list of items. */
export interface ItemListProps extends Omit<ItemRowProps, 'item'> {
  items: readonly MenuItem[];
}
