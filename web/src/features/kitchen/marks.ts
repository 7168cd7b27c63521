import type { Availability, AvailabilityInput } from '@tavola/contracts/availability.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { useSyncExternalStore } from 'react';
import { ApiError, apiRequest, errorText } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken, subscribeToToken } from '../../lib/token.ts';
import { toast } from '../../ui/toast.ts';

// What the kitchen has tapped and the server does not know yet. It outlives the page, and a phone without a network.

/** What a dish was marked as. */
export interface Mark {
  isAvailable: boolean;
  /** ISO 8601; only where it is sold out for a time. */
  soldOutUntil?: string;
}

/** Marks that are not sent yet, by the dish's id; the last one counts. */
export type Marks = ReadonlyMap<number, Mark>;

const KEY = 'tavola-kitchen';
const ITEMS = ['/api/menu-items'] as const;

/** Most changes in one request (contracts/src/availability.ts). */
const AT_ONCE = 200;

/** How long to wait after a failure, in milliseconds. */
const AGAIN_MS = 3_000;

let owner: string | undefined;
let marks: Marks = new Map();
let isSending = false;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Marks) {
  marks = next;
  if (next.size === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ owner, marks: [...next] }));
  for (const listener of listeners) listener();
}

/** Takes up what is not sent yet of the restaurant `tenantId`, and sends it. */
export function openMarks(tenantId: string): void {
  if (owner === tenantId) return;
  owner = tenantId;
  let kept: { owner?: string; marks?: [number, Mark][] } = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // Nothing that this page wrote.
  }
  set(new Map(kept.owner === tenantId ? kept.marks : []));
  void send();
}

/** Marks the dish `id`, here at once, and at the server as soon as it can be reached. */
export function markDish(id: number, mark: Mark): void {
  set(new Map(marks).set(id, mark));
  void send();
}

const isOver = ({ soldOutUntil }: Mark) => soldOutUntil !== undefined && Date.parse(soldOutUntil) < Date.now() + 61_000;

/** Removes the marks of `sent`, unless another one was made meanwhile. */
function forget(sent: readonly (readonly [number, Mark])[]) {
  const left = new Map(marks);
  for (const [id, mark] of sent) if (left.get(id) === mark) left.delete(id);
  set(left);
}

async function send(): Promise<void> {
  if (isSending || marks.size === 0 || getToken() === null) return;
  clearTimeout(again);
  again = undefined;
  isSending = true;
  // What was sold out until a time that has come meanwhile is available again.
  const now = [...marks].slice(0, AT_ONCE).map(([id, mark]) => [id, mark, isOver(mark) ? AVAILABLE : mark] as const);
  const changes: AvailabilityInput['changes'] = now.map(([item, , mark]) => ({ item, ...mark }));
  try {
    const { items } = await apiRequest<Availability>('PUT', '/api/availability', { changes });
    const known = new Map(items.map((one) => [one.item, one]));
    queryClient.setQueryData<MenuItem[]>(ITEMS, (list) =>
      list?.map((item) => {
        const found = known.get(item.id);
        if (!found) return item;
        const { soldOutUntil: _before, ...rest } = item;
        const { item: _id, ...said } = found;
        return { ...rest, ...said };
      }),
    );
    forget(now.map(([id, mark]) => [id, mark]));
    void queryClient.invalidateQueries({ queryKey: ITEMS });
  } catch (error) {
    if (isLost(error)) again = setTimeout(() => void send(), AGAIN_MS);
    else refused(error, now);
  }
  isSending = false;
  if (marks.size > 0 && !again) void send();
}

const AVAILABLE: Mark = { isAvailable: true };

/** Whether the server could not be reached, so that the same may work later. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 401;

/** Drops what the server refused: the dishes that are gone, or all of them. */
function refused(error: unknown, sent: readonly (readonly [number, Mark, Mark])[]) {
  const gone = error instanceof ApiError && error.status === 404 ? error.errors : [];
  const places = gone.map(({ field }) => Number(/^changes\.(\d+)\.item$/.exec(field)?.[1]));
  const named = places.flatMap((at) => (sent[at] ? [sent[at]] : []));
  forget((named.length > 0 ? named : sent).map(([id, mark]) => [id, mark]));
  void queryClient.invalidateQueries({ queryKey: ITEMS });
  toast({
    title: 'Update failed',
    description: errorText(error, 'Failed to update menu item. Please try again.'),
    variant: 'destructive',
  });
}

/** What is not sent yet. */
export const useMarks = (): Marks =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => marks,
  );

window.addEventListener('online', () => void send());
subscribeToToken(() => {
  if (getToken() !== null) return;
  clearTimeout(again);
  owner = undefined;
  set(new Map());
});
