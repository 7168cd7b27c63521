import { withChange } from '@tavola/contracts/field-list.ts';
import { type MenuItem, menuItem } from '@tavola/contracts/menu.ts';
import { api } from './api.ts';
import { anItem } from './samples.ts';

/** Answers the calls of the menu's items with these; adding or changing one changes them, and so does `change`. */
export function serveItems(...items: MenuItem[]) {
  let now = items;
  api.answers('GET /api/menu-items', () => now);
  api.answers('POST /api/menu-items', (sent: Partial<MenuItem>) => {
    const added = anItem({ id: 100, ...sent });
    now = [...now, added];
    return added;
  });
  api.answers('PUT /api/menu-items/:id', (sent: Partial<MenuItem>, { id }) => {
    const change = sent.isAvailable === undefined ? sent : { soldOutUntil: null, ...sent };
    now = now.map((one) => (one.id === Number(id) ? withChange(menuItem, one, change) : one));
    return now.find((one) => one.id === Number(id));
  });
  return {
    change: (to: (before: MenuItem[]) => MenuItem[]) => {
      now = to(now);
    },
  };
}
