/** Which of the waiting tasks is next; of equals, the one that came first. */
type Order =
  /** The one that came first. */
  | 'first-come'
  /** One whose keys came, or had their last turn, longest ago. Clients that invent keys starve nobody: each begins at the end. */
  | 'round-robin'
  /** One whose key has run for the shortest time; a new key begins with what the running one has (start-time fair queueing). */
  | 'least-time'
  /** One whose key runs fewest tasks; of those, the one with the least `used`. */
  | 'least-running';

/** What the tasks of one key may take. */
interface KeyLimit {
  /** How many of them run at once; unlimited by default. */
  atOnce?: number;
  /** How many more may wait; unlimited by default. */
  waiting?: number;
}

export interface LineLimits<Kind extends string> {
  /** Which task is next; `first-come` by default. */
  order?: Order;
  /** How many tasks of each priority may wait; unlimited by default. */
  waiting?: number;
  /** Whether, where no more may wait, the task of whoever has most of them goes instead of each newcomer. */
  displaces?: boolean;
  /** The kinds of keys that tasks have, such as `restaurant`, and the limits of each key. */
  per?: Readonly<Record<Kind, KeyLimit>>;
  /** A clock in milliseconds, for `least-time`. */
  now?: () => number;
}

/** Where a task waits: its key of each kind, such as the id of its restaurant. */
export type Place<Kind extends string> = Readonly<Record<Kind, string>> & {
  /** `first` by default. It goes ahead of the second, but for every fourth task. */
  priority?: Priority;
  /** How much the task's owner has used so far, for `least-running`. */
  used?: number;
};

/** Two priorities, of which the first goes ahead. */
type Priority = 'first' | 'second';

/** A task without a place, and the kind of key whose limit was reached; none if it was the priority's. */
interface Refused<Task, Kind> {
  task: Task;
  limit: Kind | undefined;
}

/** Tasks that wait, and those that were given out. It knows their order and the limits of keys, not how many run in all. */
export interface FairLine<Task, Kind extends string> {
  /** Gives `task` out without a wait, if its keys allow that. */
  begin(task: Task, place: Place<Kind>): boolean;
  /** Lets `task` wait, or wait for another key, too. Returns what has no place in the line: `task`, or another one. */
  add(task: Task, place: Place<Kind>): Refused<Task, Kind> | undefined;
  /** Gives out the task that is next, if there is one whose keys allow it; with `ended`, of those that share a key with it. */
  next(ended?: Place<Kind>): Task | undefined;
  /** Ends a task that was given out. */
  done(task: Task): void;
  /** Removes `task`, if it waits. */
  remove(task: Task): void;
  /** All that waits. */
  waiting(): Task[];
}

/** Of how many tasks that wait of both priorities one is of the second priority, which would starve otherwise. */
const SECOND_EVERY = 4;

/** One key: a restaurant, a client, a network. */
interface Key<Task> {
  limit: KeyLimit;
  waiting: Set<Entry<Task>>;
  running: number;
  /** The lowest is next: the number of its last turn or arrival, or the time that it ran. */
  rank: number;
  /** Removes the key from those of its kind. */
  forget(): void;
}

interface Entry<Task> {
  task: Task;
  priority: Priority;
  used: number;
  /** The keys under which it waits. A task that several clients share has several places, and runs at the first one's turn. */
  places: Key<Task>[][];
  /** The keys under which it runs. */
  runsFor: Key<Task>[] | undefined;
  startedAt: number;
}

/** A line in which everybody gets a turn. */
export function fairLine<Task, Kind extends string = never>({
  order = 'first-come',
  waiting: most = Number.POSITIVE_INFINITY,
  displaces = false,
  per = {} as Record<Kind, KeyLimit>,
  now = () => performance.now(),
}: LineLimits<Kind> = {}): FairLine<Task, Kind> {
  const limits = Object.entries(per) as [Kind, KeyLimit][];
  const keys = new Map(limits.map(([kind]) => [kind, new Map<string, Key<Task>>()]));
  const entries = new Map<Task, Entry<Task>>();
  const priorities = { first: new Set<Entry<Task>>(), second: new Set<Entry<Task>>() };
  let firstInARow = 0;
  /** Counts arrivals and turns. */
  let turns = 0;
  /** How long the key had run that was given out last. */
  let current = 0;

  const keyOf = (kind: Kind, limit: KeyLimit, name: string): Key<Task> => {
    const named = keys.get(kind) as Map<string, Key<Task>>;
    const known = named.get(name);
    if (known) return known;
    const key = { limit, waiting: new Set<Entry<Task>>(), running: 0, rank: 0, forget: () => void named.delete(name) };
    named.set(name, key);
    return key;
  };
  const keysAt = (place: Place<Kind>) => limits.map(([kind, limit]) => keyOf(kind, limit, place[kind]));

  const isFree = (place: Key<Task>[]) =>
    place.every(({ limit, running }) => running < (limit.atOnce ?? Number.POSITIVE_INFINITY));
  /** A key of which nothing waits, and that could run, is kept back by the limit of all. */
  const isFull = ({ limit, waiting, running }: Key<Task>) =>
    waiting.size >= (limit.waiting ?? Number.POSITIVE_INFINITY) &&
    (waiting.size > 0 || running >= (limit.atOnce ?? Number.POSITIVE_INFINITY));
  const rankOf = (key: Key<Task>) => (order === 'least-running' ? key.running : key.rank);
  const turn = (key: Key<Task>) => {
    if (order !== 'round-robin') return;
    turns += 1;
    key.rank = turns;
  };

  const arrive = (key: Key<Task>) => {
    if (key.waiting.size === 0) turn(key);
    if (order === 'least-time') key.rank = Math.max(current, key.rank);
  };

  /** Forgets a key of which nothing is left. What ran is forgotten once the line is empty. */
  const tidy = (key: Key<Task>) => {
    if (key.waiting.size === 0 && key.running === 0 && order !== 'least-time') key.forget();
  };

  const leave = (entry: Entry<Task>) => {
    priorities[entry.priority].delete(entry);
    for (const place of entry.places) for (const key of place) key.waiting.delete(entry);
  };

  const start = (entry: Entry<Task>, place: Key<Task>[]) => {
    leave(entry);
    entry.runsFor = place;
    entry.startedAt = now();
    for (const key of place) {
      key.running += 1;
      current = key.rank;
      turn(key);
    }
    for (const other of entry.places) for (const key of other) tidy(key);
  };

  const entryOf = (task: Task, { priority = 'first', used = 0 }: Place<Kind>): Entry<Task> => {
    const entry = { task, priority, used, places: [], runsFor: undefined, startedAt: 0 };
    entries.set(task, entry);
    return entry;
  };

  /** The one of `those` of `priority` that is next, with its place. */
  const bestOf = (those: Iterable<Entry<Task>>, priority: Priority) => {
    let best: { entry: Entry<Task>; place: Key<Task>[]; high: number; low: number } | undefined;
    for (const entry of those) {
      if (entry.priority !== priority) continue;
      for (const place of entry.places) {
        if (!isFree(place)) continue;
        // Of two kinds of keys, both must have waited; where one is the same in all, the other decides.
        let high = 0;
        let low = Number.POSITIVE_INFINITY;
        for (const key of place) {
          high = Math.max(high, rankOf(key));
          low = Math.min(low, rankOf(key));
        }
        if (order === 'first-come') return { entry, place, high, low };
        const difference = best ? high - best.high || low - best.low || entry.used - best.entry.used : -1;
        if (difference < 0) best = { entry, place, high, low };
      }
    }
    return best;
  };

  const sharing = (ended: Place<Kind>) =>
    new Set(limits.flatMap(([kind]) => [...(keys.get(kind)?.get(ended[kind])?.waiting ?? [])]));

  /** The one of a priority that goes where no more may wait: the newest of whoever has the most, or of equals of whoever has used most. */
  const lastOf = (priority: Priority): Entry<Task> => {
    const openOf = ({ places: [place = []] }: Entry<Task>) =>
      Math.max(0, ...place.map((key) => key.waiting.size + key.running));
    return [...priorities[priority]].reduce((last, entry) =>
      (openOf(entry) - openOf(last) || entry.used - last.used) >= 0 ? entry : last,
    );
  };

  const remove = (entry: Entry<Task>) => {
    leave(entry);
    entries.delete(entry.task);
    for (const place of entry.places) for (const key of place) tidy(key);
  };

  return {
    begin(task, place) {
      const its = keysAt(place);
      if (!isFree(its)) return false;
      its.forEach(arrive);
      const entry = entryOf(task, place);
      entry.places.push(its);
      start(entry, its);
      return true;
    },

    add(task, place) {
      const known = entries.get(task);
      if (known?.runsFor) return undefined;
      const its = keysAt(place);
      if (known && its.every((key) => key.waiting.has(known))) return undefined;
      const full = its.findIndex((key) => isFull(key) && !(known && key.waiting.has(known)));
      if (full >= 0) {
        its.forEach(tidy);
        return { task, limit: limits[full]?.[0] };
      }
      const entry = known ?? entryOf(task, place);
      its.forEach(arrive);
      for (const key of its) key.waiting.add(entry);
      entry.places.push(its);
      priorities[entry.priority].add(entry);
      if (priorities[entry.priority].size <= most) return undefined;
      const last = displaces ? lastOf(entry.priority) : entry;
      remove(last);
      return { task: last.task, limit: undefined };
    },

    next(ended) {
      const isSecondDue = firstInARow >= SECOND_EVERY - 1;
      const among = ended && sharing(ended);
      const [one, other]: Priority[] = isSecondDue ? ['second', 'first'] : ['first', 'second'];
      const best =
        bestOf(among ?? priorities[one as Priority], one as Priority) ??
        bestOf(among ?? priorities[other as Priority], other as Priority);
      if (best) {
        firstInARow = best.entry.priority === 'first' ? firstInARow + 1 : 0;
        start(best.entry, best.place);
        return best.entry.task;
      }
      if (entries.size === 0 && order === 'least-time') {
        for (const named of keys.values()) named.clear();
        current = 0;
      }
      return undefined;
    },

    done(task) {
      const entry = entries.get(task);
      if (!entry?.runsFor) return;
      entries.delete(task);
      const ranMs = now() - entry.startedAt;
      for (const key of entry.runsFor) {
        key.running -= 1;
        if (order === 'least-time') key.rank += ranMs;
        turn(key);
        tidy(key);
      }
    },

    remove(task) {
      const entry = entries.get(task);
      if (entry && !entry.runsFor) remove(entry);
    },

    waiting: () => [...priorities.first, ...priorities.second].map(({ task }) => task),
  };
}
