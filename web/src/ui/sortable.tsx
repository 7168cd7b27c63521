import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useRef, useState } from 'react';
import { useMediaQuery } from '../lib/browser/media-query.ts';
import { SortingContext } from './sorting-context.ts';
import { useDraggableRow } from './use-draggable-row.ts';

interface SortableEntry {
  id: number;
  name: string;
}

export interface SortableProps<Entry extends SortableEntry> {
  entries: readonly Entry[];
  /** The group of an entry, if rows are moved within groups alone. Those of a group are next to each other. */
  groupOf?: (entry: Entry) => number | null;
  /** Called after a move, with the ids of the group in their old and new order. The new order shows until `entries` change. */
  onMove: (before: readonly number[], after: readonly number[]) => void;
  /** The vertical list; each row uses `useSortableRow` and has a `SortHandle`. */
  children: (entries: readonly Entry[]) => ReactNode;
}

// Restrict movement to the vertical axis.
const straight: Modifier = ({ transform }) => ({ ...transform, x: 0 });

// Enter is reserved for the handle's menu.
const keys = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter, KeyboardCode.Tab],
};

const instructions = {
  draggable:
    'Press Space to pick up, the arrow keys to move, Space again to drop, Escape to cancel. ' +
    'Press Enter for more options.',
};

/** A list with reorderable rows: by mouse, touch, keyboard, or the menu of a row's handle. */
export function Sortable<Entry extends SortableEntry>({ entries, groupOf, onMove, children }: SortableProps<Entry>) {
  const groups = new Map(entries.map((entry) => [entry.id, groupOf?.(entry) ?? null]));
  const { ordered, move, idsAround } = useOrdered(entries, groups, onMove);
  const [said, setSaid] = useState('');
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A moving finger scrolls; a resting one picks up the row.
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: keys,
      coordinateGetter: sortableKeyboardCoordinates,
      scrollBehavior: calm ? 'auto' : 'smooth',
    }),
  );

  const nameOf = (id: unknown) => ordered.find((entry) => entry.id === id)?.name ?? '';
  const placeOf = (id: unknown) => {
    const ids = idsAround(id as number);
    return `Position ${ids.indexOf(id as number) + 1} of ${ids.length}.`;
  };
  const closestOfGroup: CollisionDetection = (args) => {
    const group = groups.get(args.active.id as number);
    const droppableContainers = args.droppableContainers.filter(({ id }) => groups.get(id as number) === group);
    return closestCenter({ ...args, droppableContainers });
  };
  const lastSaid = useRef('');
  /** The announcement for a position; `undefined` if that position was announced last. */
  const news = (place: string, text: string) => {
    if (lastSaid.current === place) return undefined;
    lastSaid.current = place;
    return text;
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastSaid.current = placeOf(active.id);
      return `${nameOf(active.id)} picked up. ${lastSaid.current}`;
    },
    onDragOver: ({ active, over }) => {
      const place = placeOf((over ?? active).id);
      return news(place, `${nameOf(active.id)}: ${place}`);
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped. ${placeOf((over ?? active).id)}`,
    onDragCancel: ({ active }) => `Move canceled. ${nameOf(active.id)} is back. ${placeOf(active.id)}`,
  };

  const dropped = ({ active, over }: DragEndEvent) => {
    if (over) move(active.id as number, idsAround(active.id as number).indexOf(over.id as number));
  };
  const sorting = {
    idsAround,
    moveTo: (id: number, place: number) => {
      move(id, place);
      setSaid(`${nameOf(id)} moved. Position ${place + 1} of ${idsAround(id).length}.`);
    },
    useRow: useDraggableRow,
  };

  return (
    <SortingContext value={sorting}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestOfGroup}
        modifiers={[straight]}
        onDragEnd={dropped}
        accessibility={{ announcements, screenReaderInstructions: instructions }}
      >
        <SortableContext
          items={ordered.map(({ id }) => id)}
          strategy={verticalListSortingStrategy}
          disabled={ordered.length < 2}
        >
          {children(ordered)}
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </SortingContext>
  );
}

/** `entries` in their new order immediately after a move. The data follows later and takes over when it changes. */
function useOrdered<Entry extends SortableEntry>(
  entries: readonly Entry[],
  groups: ReadonlyMap<number, number | null>,
  onMove: SortableProps<Entry>['onMove'],
) {
  const standing = entries.map(({ id }) => id);
  const key = standing.join();
  const [moved, setMoved] = useState<{ key: string; ids: number[] }>();
  // A move applies only once, to the order it was made in: if that order returns, the move was rolled back.
  if (moved && moved.key !== key) setMoved(undefined);

  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const ids = moved?.key === key ? moved.ids : standing;
  const idsAround = (id: number) => ids.filter((one) => groups.get(one) === groups.get(id));
  return {
    ordered: ids.flatMap((id) => byId.get(id) ?? []),
    idsAround,
    move: (id: number, place: number) => {
      const before = idsAround(id);
      const from = before.indexOf(id);
      if (from === -1 || place < 0 || place >= before.length || from === place) return;
      const after = arrayMove(before, from, place);
      const next = after.values();
      setMoved({ key, ids: ids.map((one) => (groups.get(one) === groups.get(id) ? (next.next().value ?? one) : one)) });
      onMove(before, after);
    },
  };
}
