/** Work that waits for its turn. */
export interface RenderQueue<Work> {
  /** Lines `work` up for `client`, also if it waits for other clients already. Returns false if too much waits for `client`. */
  add(client: string, work: Work): boolean;
  /** Removes and returns the oldest work of the client whose last turn is longest ago. */
  next(): Work | undefined;
}

/** A queue in which clients take turns, so that one with much work delays no other. At most `most` waits for each. */
export function renderQueue<Work>(most: number): RenderQueue<Work> {
  /** What waits for each client, in the order of their turns. */
  const lines = new Map<string, Set<Work>>();
  /** The clients that each work waits for. */
  const clients = new Map<Work, Set<string>>();
  return {
    add(client, work) {
      const line = lines.get(client) ?? new Set();
      if (line.size >= most && !line.has(work)) return false;
      lines.set(client, line.add(work));
      clients.set(work, (clients.get(work) ?? new Set()).add(client));
      return true;
    },
    next() {
      for (const [client, line] of lines) {
        for (const work of line) {
          // The client's next turn comes after everybody else's.
          lines.delete(client);
          lines.set(client, line);
          for (const one of clients.get(work) ?? []) {
            lines.get(one)?.delete(work);
            if (lines.get(one)?.size === 0) lines.delete(one);
          }
          clients.delete(work);
          return work;
        }
      }
      return undefined;
    },
  };
}
