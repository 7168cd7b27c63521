/** Work that waits for its turn. */
export interface RenderQueue<Work> {
  /**
   * Lines `work` for a restaurant's menu up for `client`, also if it waits for other clients already. Returns false if too much
   * waits for `client` or for the restaurant.
   */
  add(client: string, restaurant: string, work: Work): boolean;
  /** Removes and returns the work that is next, of no restaurant whose turn has not ended. */
  next(): Work | undefined;
  /** Ends the turn of the restaurant of `work`, which `next` returned. */
  done(work: Work): void;
  /** Removes `work`, if it waits. */
  remove(work: Work): void;
  /** All that waits. */
  all(): Work[];
}

/** Of a client or a restaurant: what waits, and a number that grows with the time of its last turn. */
interface Line<Work> {
  turn: number;
  works: Set<Work>;
}

/**
 * A queue in which clients take turns, and restaurants, so that one with much work delays no other. At most `most` waits for each.
 * Next is the work whose client and restaurant both had their last turns, or came, longest ago. A restaurant has one turn at a time.
 */
export function renderQueue<Work>(most: number): RenderQueue<Work> {
  let turns = 0;
  const clients = new Map<string, Line<Work>>();
  const restaurants = new Map<string, Line<Work>>();
  const waiting = new Map<Work, { restaurant: string; clients: Set<string> }>();
  /** Work that was given out, by its restaurant. */
  const running = new Map<string, Work>();

  const isFull = (line: Line<Work> | undefined, work: Work) =>
    line !== undefined && line.works.size >= most && !line.works.has(work);

  const join = (lines: Map<string, Line<Work>>, name: string, work: Work) => {
    turns += 1;
    const line = lines.get(name) ?? { turn: turns, works: new Set() };
    line.works.add(work);
    lines.set(name, line);
  };

  const leave = (lines: Map<string, Line<Work>>, name: string, work: Work) => {
    const line = lines.get(name);
    line?.works.delete(work);
    if (line?.works.size === 0) lines.delete(name);
  };

  const remove = (work: Work) => {
    const entry = waiting.get(work);
    if (!entry) return;
    waiting.delete(work);
    leave(restaurants, entry.restaurant, work);
    for (const client of entry.clients) leave(clients, client, work);
  };

  /** Lets all others in `lines` go before `name`. */
  const hadTurn = (lines: Map<string, Line<Work>>, name: string) => {
    turns += 1;
    const line = lines.get(name);
    if (line) line.turn = turns;
  };

  const turnIn = (lines: Map<string, Line<Work>>, name: string) => lines.get(name)?.turn ?? 0;

  return {
    add(client, restaurant, work) {
      if (isFull(clients.get(client), work) || isFull(restaurants.get(restaurant), work)) return false;
      join(clients, client, work);
      join(restaurants, restaurant, work);
      const entry = waiting.get(work) ?? { restaurant, clients: new Set() };
      waiting.set(work, entry);
      entry.clients.add(client);
      return true;
    },

    next() {
      let found: { work: Work; client: string; restaurant: string; turn: number; ofRestaurant: number } | undefined;
      for (const [work, { restaurant, clients: its }] of waiting) {
        if (running.has(restaurant)) continue;
        const ofRestaurant = turnIn(restaurants, restaurant);
        for (const client of its) {
          const turn = Math.max(ofRestaurant, turnIn(clients, client));
          // Where all come from one client, restaurants take turns all the same.
          const isEarlier = !found || turn < found.turn || (turn === found.turn && ofRestaurant < found.ofRestaurant);
          if (isEarlier) found = { work, client, restaurant, turn, ofRestaurant };
        }
      }
      if (!found) return undefined;
      remove(found.work);
      hadTurn(clients, found.client);
      running.set(found.restaurant, found.work);
      return found.work;
    },

    done(work) {
      for (const [restaurant, its] of running) {
        if (its !== work) continue;
        running.delete(restaurant);
        hadTurn(restaurants, restaurant);
      }
    },

    remove,

    all: () => [...waiting.keys()],
  };
}
