import { clock, sleep } from '../lib/clock.ts';
import { type Answer, httpConnection, requestText, textOf } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';

export interface TurnReadsInput {
  url: string;
  codings: string[];
  readers: number;
  /** When each item becomes available, in Unix time in milliseconds, by its id. */
  turns: Record<number, number>;
  /** Ends after the last turn and at least this many reads. */
  reads: number;
}

export interface TurnReadsResult {
  reads: number;
  readsPerSecond: number;
  readErrors: string[];
  /** Reads that began after a turn and did not show it: less than `PROMISE_MS` after it, and more. */
  oldWithin: number;
  oldBeyond: number;
  /** The longest time from a turn to the start of a read that did not show it, in milliseconds. */
  oldest: number;
  /** Reads that ended before a turn and showed it. */
  early: number;
}

/** A read that begins this long after a turn shows it. */
export const PROMISE_MS = 100;

/** How many different bodies are remembered with what they show. */
const KEPT_BODIES = 16;

loadProgram<TurnReadsInput, TurnReadsResult>(async ({ url, codings, readers, turns, reads }, ready) => {
  const result = { reads: 0, readErrors: [] as string[], oldWithin: 0, oldBeyond: 0, oldest: 0, early: 0 };
  const all = Object.entries(turns).map(([id, turn]) => ({ id: Number(id), turn }));
  const last = Math.max(...all.map(({ turn }) => turn));

  const known: { body: Buffer; out: Set<number> }[] = [];
  const outIn = (answer: Answer): Set<number> => {
    const found = known.find(({ body }) => body.equals(answer.body));
    if (found) return found.out;
    const { items } = JSON.parse(textOf(answer)) as { items: { id: number; isAvailable: boolean }[] };
    const out = new Set(items.filter(({ isAvailable }) => !isAvailable).map(({ id }) => id));
    known.unshift({ body: Buffer.from(answer.body), out });
    known.length = Math.min(known.length, KEPT_BODIES);
    return out;
  };

  const isOver = () => result.reads >= reads && Date.now() > last + 2 * PROMISE_MS;
  const reading = async (index: number) => {
    const connection = httpConnection(url, { timeoutMs: 5_000 });
    const request = Buffer.from(
      requestText('GET', url, { 'Accept-Encoding': codings[index % codings.length] as string }),
    );
    while (!isOver()) {
      const began = Date.now();
      try {
        const answer = await connection.ask(request);
        const ended = Date.now();
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        const out = outIn(answer);
        for (const { id, turn } of all) {
          if (out.has(id) && began > turn) {
            result.oldest = Math.max(result.oldest, began - turn);
            if (began - turn > PROMISE_MS) result.oldBeyond += 1;
            else result.oldWithin += 1;
          }
          if (!out.has(id) && ended < turn) result.early += 1;
        }
      } catch (error) {
        result.readErrors.push((error as Error).message);
        await sleep(10);
      }
      result.reads += 1;
    }
    connection.close();
  };
  ready();
  const start = clock();
  await Promise.all(Array.from({ length: readers }, (_, index) => reading(index)));
  return { ...result, readsPerSecond: result.reads / ((clock() - start) / 1000) };
});
