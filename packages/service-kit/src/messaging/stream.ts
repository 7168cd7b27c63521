import { setTimeout as rest } from 'node:timers/promises';
import type { EventKind } from '@tavola/contracts/events.ts';
import pTimeout from 'p-timeout';
import { isUp, type Redis } from '../data/redis.ts';
import type { Logger } from '../observability/log.ts';
import { parseJson } from './events.ts';

/** Most entries a stream keeps: what nobody consumes must not fill Redis. */
const STREAM_MAX_LENGTH = 200_000;

/** Entries taken at once; fewer after a failure, in case it was all too much. */
const BATCH = 2_000;

/** How long to wait for entries before looking whether to stop, in milliseconds. */
const BLOCK_MS = 1_000;

/** How long Redis may be silent beyond that, in milliseconds. */
const SILENCE_MS = 1_000;

/** How long entries are let gather once there are none left, in milliseconds: a batch costs about the same whatever it holds. */
const GATHER_MS = 250;

/** How long at most, where many come: a thousand and more in a batch. */
const GATHER_MAX_MS = 750;

/** How long to rest after a failure, or after another process was faster, in milliseconds. */
const RETRY_MS = 500;

/** How often to look whether Redis is back, in milliseconds. */
const AWAY_MS = 50;

/** Before the first entry of any stream. */
export const STREAM_START = '0-0';

// One command for all of them: each has its price in the client.
const ADD = `for _, payload in ipairs(ARGV) do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ${STREAM_MAX_LENGTH}, '*', 'payload', payload)
end`;

/** Adds `payloads` to the stream of `kind`, all at once, where they wait until they are consumed. */
export async function appendToStream<Payload>(
  redis: Redis,
  kind: EventKind<Payload>,
  ...payloads: readonly Payload[]
): Promise<void> {
  await redis.eval(ADD, { keys: [kind.name], arguments: payloads.map((payload) => JSON.stringify(payload)) });
}

/** Where the consumers of a stream keep how far they are: beside what they make of its entries. */
export interface StreamLedger<Payload> {
  /** The id of the last entry that was acted on; STREAM_START before the first. */
  position(): Promise<string>;
  /**
   * Acts on `payloads` and moves the position from `from` to `to`: both or, when this rejects, neither. False, having done
   * neither, where the position is not `from` any more.
   */
  take(payloads: Payload[], from: string, to: string): Promise<boolean>;
  /** All that was told before `time` (Unix time in milliseconds) has been acted on. */
  caughtUp?(time: number): void;
}

export interface StreamConsumer {
  /** Lets the batch at hand finish. */
  close(): Promise<void>;
}

interface Entry {
  id: string;
  message: Record<string, string>;
}

/**
 * Consumes the stream of `kind`, in batches and in order, as one of any number of processes that share a ledger: each entry
 * is acted on once, whichever of them dies when. Redis only delivers; whether an entry was acted on is the position's to say,
 * and entries up to it are deleted. `redis` must be a blocking client of this consumer's own.
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
      if (!parsed.success) log.warn({ stream: kind.name, id }, 'entry does not fit its contract');
      return parsed.success ? [parsed.data] : [];
    });

  /** Deletes what was acted on. */
  const forget = (position: string) => answered(redis.xTrim(kind.name, 'MINID', after(position)));

  /**
   * A Redis that lost its memory and has an earlier time starts below the position, where nobody would look. What it was
   * told there by now may have been acted on before it was lost, so it is left; the next entry comes after the position.
   */
  const keepAhead = async (position: string) => {
    if (position === STREAM_START || (await answered(redis.exists(kind.name))) === 0) return;
    const info = await answered(redis.xInfoStream(kind.name));
    if (isAfter(position, String(info['last-generated-id']))) {
      log.warn({ stream: kind.name, position }, 'stream has begun anew before its position');
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
      // A command given now would wait until Redis is back, and with it whoever wants to stop.
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

/** `reply`, or a rejection where Redis hangs. One that comes later is nobody's loss: reading takes nothing away. */
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
