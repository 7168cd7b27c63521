import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';

interface RefreshedOptions<Value> {
  /** Reads the value of a key from its owner. */
  read(key: string): Promise<Value>;
  /** How long a value is used without asking again, in milliseconds. A value with 0 is not kept. */
  freshMs(value: Value): number;
  /** How long an older value is used while its owner does not answer, in milliseconds; for good by default. */
  lastGoodMs?: number;
  /** How long a caller waits for the owner where there is an older value, in milliseconds; by default until it answers or fails. */
  patienceMs?: number;
  /** Most values kept, the most recently used. */
  most: number;
}

/** Values of another owner, kept for a while. */
interface Refreshed<Value> {
  /**
   * The value of `key`. Callers at the same time share one read.
   * @throws what `read` throws, if no value is known that is young enough.
   */
  get(key: string): Promise<Value>;
  /** Whether `get` would begin a read. */
  wouldRead(key: string): boolean;
  /** The last value of `key`, however old; undefined if none is known. */
  lastKnown(key: string): Value | undefined;
}

/** Reads values from their owner once they are no longer fresh. While it does not answer, the last good ones are used. */
export function refreshed<Value>({
  read,
  freshMs,
  lastGoodMs = Number.POSITIVE_INFINITY,
  patienceMs = Number.POSITIVE_INFINITY,
  most,
}: RefreshedOptions<Value>): Refreshed<Value> {
  const known = new LRUCache<string, { value: Value; at: number }>({ max: most });
  const reading = new Map<string, Promise<Value>>();

  const ask = (key: string): Promise<Value> => {
    const running = reading.get(key);
    if (running) return running;
    const at = Date.now();
    const answer = read(key)
      .then((value) => {
        if (freshMs(value) > 0) known.set(key, { value, at });
        else known.delete(key);
        return value;
      })
      .finally(() => reading.delete(key));
    reading.set(key, answer);
    return answer;
  };

  const isFresh = ({ value, at }: { value: Value; at: number }) => Date.now() - at < freshMs(value);

  return {
    async get(key) {
      const found = known.get(key);
      if (found && isFresh(found)) return found.value;
      const answer = ask(key);
      if (!found || Date.now() - found.at > lastGoodMs) return answer;
      const otherwise = () => found.value;
      return pTimeout(answer.catch(otherwise), { milliseconds: patienceMs, fallback: otherwise });
    },
    wouldRead(key) {
      const found = known.peek(key);
      return !reading.has(key) && !(found && isFresh(found));
    },
    lastKnown: (key) => known.peek(key)?.value,
  };
}
