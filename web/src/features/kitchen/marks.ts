import type { User } from '@tavola/contracts/auth.ts';
import type { Availability, AvailabilityInput } from '@tavola/contracts/availability.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { useSyncExternalStore } from 'react';
import { ApiError, apiRequest, errorText } from '../../lib/http/api.ts';
import { ITEMS, OPTION_GROUPS } from '../../lib/http/queries.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { isBeingEdited, makeEdit, type SerialEdit } from '../../lib/http/serial-edit.ts';
import { isSessionOf } from '../../lib/session/session-of.ts';
import { subscribeToToken } from '../../lib/session/token.ts';
import { setUnsentChanges } from '../../lib/session/unsent-changes.ts';
import { toastError } from '../../ui/toast.ts';
import { PATIENCE_MS } from './api.ts';
import { keyOf, type MarkKey, namedBy } from './mark-key.ts';

// What the kitchen has tapped and the server does not know yet. It outlives the page, a phone without a network, and a session that
// the server ends: the same user's next session in that restaurant sends it. Only the user discards it, with a log-out.

/** What a dish was marked as. */
export interface Mark {
  isAvailable: boolean;
  /** ISO 8601; only where it is sold out for a time. */
  soldOutUntil?: string | undefined;
}

/** Marks that are not sent yet, by what they are about; the last one counts. */
export type Marks = ReadonlyMap<MarkKey, Mark>;

/** Most changes in one request (contracts/src/availability.ts). */
const AT_ONCE = 200;

/** How long to wait after a failure, in milliseconds. */
const AGAIN_MS = 3_000;

/** How long to wait at most, whatever a busy server says: a dish that has run out is still on guests' phones. */
const AGAIN_MAX_MS = 60_000;

/** Whose marks these are: a user's in one restaurant. */
type Owner = Pick<User, 'id' | 'tenantId'>;

/** Where the owner's marks are kept. Another user of this device, or another restaurant, sees, sends and replaces none of them. */
const storageKeyOf = ({ id, tenantId }: Owner) => `tavola-kitchen-marks-${id}-${tenantId}`;

let owner: Owner | undefined;
let marks: Marks = new Map();
/** Whether storage holds them, where other tabs of this user put theirs, too. */
let isKept = true;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Marks) {
  if (owner !== undefined) {
    try {
      if (next.size === 0) localStorage.removeItem(storageKeyOf(owner));
      else localStorage.setItem(storageKeyOf(owner), JSON.stringify([...next]));
      isKept = true;
    } catch {
      // Storage is full or forbidden: what is not sent lives as long as the page.
      isKept = false;
    }
  }
  show(next);
}

function show(next: Marks) {
  marks = next;
  for (const listener of listeners) listener();
}

/** A copy of all marks to change, those of other tabs included. */
const copyOfMarks = () => new Map(owner !== undefined && isKept ? keptMarks(owner) : marks);

const keptMarks = (of: Owner): Marks => marksAt(storageKeyOf(of));

function marksAt(key: string): Marks {
  try {
    return new Map(JSON.parse(localStorage.getItem(key) ?? '[]') as [MarkKey, Mark][]);
  } catch {
    // Nothing that this page wrote.
    return new Map();
  }
}

/** Takes up what the user has not sent yet to the restaurant, and sends it. */
export function openMarks({ id, tenantId }: Owner): void {
  if (owner?.id === id && owner.tenantId === tenantId) return;
  owner = { id, tenantId };
  // Of the release before, in which a user had one restaurant.
  const before = `tavola-kitchen-marks-${id}`;
  set(new Map([...marksAt(before), ...keptMarks(owner)]));
  if (isKept) localStorage.removeItem(before);
  void send();
}

/** Marks a dish, a size or an option, here at once, and at the server as soon as it can be reached. */
export function markDish(id: MarkKey, mark: Mark): void {
  set(copyOfMarks().set(id, mark));
  void send();
}

const isOver = ({ soldOutUntil }: Mark) => soldOutUntil !== undefined && Date.parse(soldOutUntil) < Date.now() + 61_000;

/** Removes the marks of `sent`, unless another one was made meanwhile. */
function forget(sent: readonly (readonly [MarkKey, Mark])[]) {
  const left = copyOfMarks();
  for (const [id, mark] of sent) if (isSame(left.get(id), mark)) left.delete(id);
  set(left);
}

const isSame = (one: Mark | undefined, other: Mark) =>
  one?.isAvailable === other.isAvailable && one.soldOutUntil === other.soldOutUntil;

/** Whether the session is that of the marks' user. */
const isOwners = () => owner !== undefined && isSessionOf(owner);

const AVAILABILITY: SerialEdit<Availability, AvailabilityInput['changes']> = {
  kind: 'availability',
  send: (changes) =>
    apiRequest<Availability>('PUT', '/api/availability', { changes }, { signal: AbortSignal.timeout(PATIENCE_MS) }),
};

/** Sends all marks, unless some are on their way: what is tapped meanwhile goes with the next request. */
async function send(): Promise<void> {
  if (isBeingEdited(AVAILABILITY.kind) || marks.size === 0 || !isOwners()) return;
  clearTimeout(again);
  again = undefined;
  // What was sold out until a time that has come meanwhile is available again.
  const now = [...marks].slice(0, AT_ONCE).map(([id, mark]) => [id, mark, isOver(mark) ? AVAILABLE : mark] as const);
  const changes: AvailabilityInput['changes'] = now.map(([key, , mark]) => ({ ...namedBy(key), ...mark }));
  try {
    const { items } = await makeEdit(queryClient, AVAILABILITY, changes);
    const known: Marks = new Map(items.map((one) => [keyOf(one), one]));
    queryClient.setQueryData<MenuItem[]>(ITEMS, (list) => list?.map((item) => markedItem(item, known)));
    queryClient.setQueryData<OptionGroup[]>(OPTION_GROUPS, (list) => list?.map((group) => markedGroup(group, known)));
    forget(now.map(([id, mark]) => [id, mark]));
    refetchMarked();
  } catch (error) {
    if (isLost(error)) again = setTimeout(() => void send(), waitAfter(error));
    else refused(error, now);
  }
  if (marks.size > 0 && !again) void send();
}

const AVAILABLE: Mark = { isAvailable: true };

const refetchMarked = () => {
  for (const queryKey of [ITEMS, OPTION_GROUPS]) void queryClient.invalidateQueries({ queryKey });
};

/** `row` as `mark` says; as it is without one. */
export function marked<Row extends Mark>(row: Row, mark: Mark | undefined): Row {
  if (!mark) return row;
  const { soldOutUntil: _before, ...rest } = row;
  const { isAvailable, soldOutUntil } = mark;
  return { ...rest, isAvailable, ...(soldOutUntil !== undefined && { soldOutUntil }) } as Row;
}

/** An item as `marks` have it and its sizes. */
function markedItem(item: MenuItem, marks: Marks): MenuItem {
  const after = marked(item, marks.get(item.id));
  const { variants } = after;
  if (!variants) return after;
  return {
    ...after,
    variants: variants.map((size) => marked(size, marks.get(keyOf({ item: item.id, variant: size.id })))),
  };
}

const markedGroup = (group: OptionGroup, marks: Marks): OptionGroup => ({
  ...group,
  options: group.options.map((option) => marked(option, marks.get(keyOf({ option: option.id })))),
});

/** How long to wait after `error`, in milliseconds. A Retry-After that is a date counts as none. */
function waitAfter(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter || 0 : 0;
  return Math.min(Math.max(AGAIN_MS, asked * 1_000), AGAIN_MAX_MS);
}

/** Whether the server could not be reached, so that the same may work later. What has no problem code was said on the way to it. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.code || error.status >= 500 || error.status === 429 || error.status === 401;

/**
 * Drops what the server refused: the dishes that it names, or all of them. A dish whose time it refused, as where this device's clock
 * is slow, stays sold out until somebody says otherwise.
 */
function refused(error: unknown, sent: readonly (readonly [MarkKey, Mark, Mark])[]) {
  const named = (error instanceof ApiError ? error.errors : []).flatMap(({ field }) => {
    const [, at, part] = /^changes\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const one = sent[Number(at)];
    return one ? [{ one, part }] : [];
  });
  const dropped = named.length > 0 ? named.map(({ one }) => one) : sent;
  const untimed = named.filter(
    ({ one: [id, mark], part }) => part === 'soldOutUntil' && mark.soldOutUntil && isSame(marks.get(id), mark),
  );
  forget(dropped.map(([id, mark]) => [id, mark]));
  const left = copyOfMarks();
  for (const { one } of untimed) left.set(one[0], { isAvailable: false });
  set(left);
  refetchMarked();
  toastError('Update failed', errorText(error, 'Failed to update menu item. Please try again.'));
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
window.addEventListener('storage', ({ key }) => {
  if (owner !== undefined && key === storageKeyOf(owner)) show(keptMarks(owner));
});
subscribeToToken(() => {
  if (isOwners()) return;
  clearTimeout(again);
  // First, so that the marks stay kept.
  owner = undefined;
  show(new Map());
});
setUnsentChanges({
  count: () => copyOfMarks().size,
  discard: () => set(new Map()),
});
