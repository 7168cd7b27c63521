import { setTimeout as rest } from 'node:timers/promises';
import type { EventKind } from '@tavola/contracts/events.ts';
import pTimeout from 'p-timeout';
import { isUp, type Redis } from '../data/redis.ts';
import type { Logger } from '../observability/log.ts';
import { type Metrics, registerMetric } from '../observability/metrics.ts';
import { parseJson } from './events.ts';

/** Maximum memory of a stream in Redis, in bytes, as Redis estimates it: unconsumed entries must leave room for the queues. */
export const STREAM_MAX_BYTES = 100_000_000;

/** The part of that from which on no restaurant may add more than its share. */
const CROWDED_PART = 1 / 4;

/** A restaurant's share of it, in each process. */
const SHARE_PART = 1 / 100;

/** Entries per batch; fewer after a failure, in case the batch was too large. */
const BATCH = 2_000;

/** How long to wait for entries before checking whether to stop, in milliseconds. */
const BLOCK_MS = 1_000;

/** How long Redis may be silent beyond that, in milliseconds. */
const SILENCE_MS = 1_000;

/** Pause to let entries accumulate once none are left, in milliseconds: a batch costs about the same whatever its size. */
const GATHER_MS = 250;

/** Maximum pause when many entries arrive, in milliseconds: batches then hold a thousand and more. */
const GATHER_MAX_MS = 750;

/** Pause after a failure, or after another process took the batch first, in milliseconds. */
const RETRY_MS = 500;

/** How often to check whether Redis is back, in milliseconds. */
const AWAY_MS = 50;

/** The position before the first entry of any stream. */
export const STREAM_START = '0-0';

// One command for all payloads: each command has its cost in the client.
const ADD = `local bytes = redis.call('MEMORY', 'USAGE', KEYS[1]) or 0
for at = 2, #ARGV do
  if bytes >= tonumber(ARGV[1]) then return { bytes, #ARGV - at + 1 } end
  redis.call('XADD', KEYS[1], '*', 'payload', ARGV[at])
  bytes = bytes + #ARGV[at]
end
return { bytes, 0 }`;

/**
 * Adds payloads to a stream in one step, where they wait until they are consumed. Returns how many were dropped because the stream
 * is full, or is filling up and their restaurant has added its share.
 */
type StreamWriter<Payload> = (...payloads: readonly Payload[]) => Promise<number>;

/** A writer of the stream of `kind`, of at most `maxBytes`; `tenantOf` returns the id of a payload's restaurant. */
export function streamWriter<Payload>(
  redis: Redis,
  kind: EventKind<Payload>,
  tenantOf: (payload: Payload) => string,
  maxBytes = STREAM_MAX_BYTES,
): StreamWriter<Payload> {
  let isCrowded = false;
  /** The bytes that each restaurant has added since the stream became crowded. */
  const shares = new Map<string, number>();

  const hasRoom = (payload: Payload, text: string): boolean => {
    const tenantId = tenantOf(payload);
    const bytes = (shares.get(tenantId) ?? 0) + text.length;
    if (bytes > maxBytes * SHARE_PART) return false;
    shares.set(tenantId, bytes);
    return true;
  };

  return async (...payloads) => {
    const texts: string[] = [];
    for (const payload of payloads) {
      const text = JSON.stringify(payload);
      if (!isCrowded || hasRoom(payload, text)) texts.push(text);
    }
    // Also without any text: the answer says whether the stream is still crowded.
    const answer = await redis.eval(ADD, { keys: [kind.name], arguments: [String(maxBytes), ...texts] });
    const [bytes, refused] = answer as [number, number];
    isCrowded = bytes > maxBytes * CROWDED_PART;
    if (!isCrowded) shares.clear();
    return payloads.length - texts.length + refused;
  };
}

/** Stores how far a stream was consumed, next to the results of its entries. */
export interface StreamLedger<Payload> {
  /** The id of the last processed entry; STREAM_START before the first. */
  position(): Promise<string>;
  /**
   * Processes `payloads` and moves the position from `from` to `to`: both or, if this rejects, neither. Returns false, having
   * done neither, if the position is no longer `from`.
   */
  take(payloads: Payload[], from: string, to: string): Promise<boolean>;
  /** Called when all entries added before `time` (Unix time in milliseconds) have been processed. */
  caughtUp?(time: number): void;
}

export interface StreamConsumer {
  /** Lets the current batch finish. */
  close(): Promise<void>;
}

interface Entry {
  id: string;
  message: Record<string, string>;
}

/**
 * Consumes the stream of `kind` in batches and in order. Any number of processes may share a ledger: each entry is processed
 * once, whichever process crashes when. Redis only delivers; the position decides whether an entry was processed, and entries
 * up to it are deleted. `redis` must be a blocking client that only this consumer uses.
 */
export function consumeStream<Payload>(
  redis: Redis,
  kind: EventKind<Payload>,
  { log }: { log: Logger },
  ledger: StreamLedger<Payload>,
): StreamConsumer {
  let isStopping = false;
  let atOnce = BATCH;

  const entriesAfter = async (position: string): Promise<Entry[]> => {
    const read = redis.xRead({ key: kind.name, id: position }, { COUNT: atOnce, BLOCK: BLOCK_MS });
    const streams = (await answered(read)) as { messages: Entry[] }[] | null;
    return streams?.[0]?.messages ?? [];
  };

  const payloadsOf = (entries: readonly Entry[]) =>
    entries.flatMap(({ id, message }) => {
      const parsed = kind.payload.safeParse(parseJson(message.payload ?? ''));
      if (!parsed.success) log.warn({ stream: kind.name, id }, 'stream entry does not match its contract');
      return parsed.success ? [parsed.data] : [];
    });

  /** Deletes processed entries. */
  const forget = (position: string) => answered(redis.xTrim(kind.name, 'MINID', after(position)));

  /**
   * A Redis that lost its data and whose clock is behind starts its ids below the position, where no consumer reads. Entries
   * added there so far may have been processed before the loss, so they are dropped. The next entry comes after the position.
   */
  const keepAhead = async (position: string) => {
    if (position === STREAM_START || (await answered(redis.exists(kind.name))) === 0) return;
    const info = await answered(redis.xInfoStream(kind.name));
    if (isAfter(position, String(info['last-generated-id']))) {
      log.warn({ stream: kind.name, position }, 'stream was reset before its position');
      await forget(position);
      await answered(redis.xSetId(kind.name, position));
    } else if (Number(info.length) > 0) await forget(position);
  };

  const step = async () => {
    const position = await ledger.position();
    const startedAt = Date.now();
    const entries = await entriesAfter(position);
    const last = entries.at(-1);
    if (!last) {
      await keepAhead(position);
      ledger.caughtUp?.(startedAt);
      return;
    }
    if (!(await ledger.take(payloadsOf(entries), position, last.id))) return rest(RETRY_MS);
    await forget(last.id);
    const isFull = entries.length >= atOnce;
    atOnce = BATCH;
    if (isFull) return;
    ledger.caughtUp?.(startedAt);
    await rest(Math.min(GATHER_MS + entries.length / 2, GATHER_MAX_MS));
  };

  const loop = async () => {
    while (!isStopping) {
      // A command sent now would wait until Redis is back, and delay `close`.
      if (!isUp(redis)) {
        await rest(AWAY_MS);
        continue;
      }
      try {
        await step();
      } catch (error) {
        if (isStopping) break;
        log.warn({ stream: kind.name, reason: (error as Error).message }, 'stream not consumed, trying again');
        atOnce = Math.ceil(atOnce / 4);
        await rest(RETRY_MS);
      }
    }
  };
  const done = loop();

  return {
    async close() {
      isStopping = true;
      await done;
    },
  };
}

/** `reply`, or a rejection if Redis hangs. Ignoring a late reply is safe, because reading removes nothing. */
const answered = <Reply>(reply: Promise<Reply>): Promise<Reply> =>
  pTimeout(reply, { milliseconds: BLOCK_MS + SILENCE_MS, message: 'Redis does not answer' });

const parts = (id: string): [time: bigint, number: bigint] => {
  const [time = '0', number = '0'] = id.split('-');
  return [BigInt(time), BigInt(number)];
};

/** Whether the entry `id` comes after `other`. */
function isAfter(id: string, other: string): boolean {
  const [[time, number], [otherTime, otherNumber]] = [parts(id), parts(other)];
  return time === otherTime ? number > otherNumber : time > otherTime;
}

/** The first id after `id`. */
function after(id: string): string {
  const [time, number] = parts(id);
  return `${time}-${number + 1n}`;
}

/** Adds a stream's backlog and lag to `metrics`. `caughtUpTo` returns Unix time in milliseconds. */
export function registerStreamMetrics(
  metrics: Metrics,
  redis: Redis,
  kind: EventKind<unknown>,
  caughtUpTo: () => number,
): void {
  const labels = { stream: kind.name };
  registerMetric(
    metrics,
    { name: 'tavola_stream_backlog', help: 'Entries of a stream that are still to be acted on.', type: 'gauge' },
    async () => [{ labels, value: await redis.xLen(kind.name) }],
  );
  registerMetric(
    metrics,
    {
      name: 'tavola_stream_lag_seconds',
      help: 'How long ago everything in the stream had been acted on.',
      type: 'gauge',
    },
    () => [{ labels, value: Math.max(0, Date.now() - caughtUpTo()) / 1000 }],
  );
}
