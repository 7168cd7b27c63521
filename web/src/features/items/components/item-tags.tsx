import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Badge } from '../../../ui/badge.tsx';

/** An item's tags. Guests see one tag, Popular before Featured; the owner sees both. */
export function ItemTags({ item }: { item: MenuItem }) {
  return (
    <>
      {item.isPopular && <Badge tone="notice">Popular</Badge>}
      {item.isFeatured && <Badge tone="positive">Featured</Badge>}
    </>
  );
}
