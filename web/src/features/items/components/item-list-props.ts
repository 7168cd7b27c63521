import type { MenuItem } from '@tavola/contracts/menu.ts';

/** What the table and the phone's list of items share. */
export interface ItemListProps {
  items: readonly MenuItem[];
  categoryName: (item: MenuItem) => string;
  /** The item that is being deleted. */
  deletingId: number | undefined;
  onSwitched: (id: number) => void;
  onEdit: (item: MenuItem) => void;
  onDelete: (item: MenuItem) => void;
}
