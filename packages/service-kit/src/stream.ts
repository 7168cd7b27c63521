import type { EventKind } from '@tavola/contracts/events.ts';
import { parseJson } from './events.ts';
import type { Logger } from './log.ts';
import { isUp, type Redis } from './redis.ts';

/** Most entries a stream keeps: what nobody consumes must not fill Redis. */
const STREAM_MAX_LENGTH = 500_000;

/** Entries a consumer takes at once. */
const BATCH = 500;

/** How long a consumer waits for entries before it looks whether it should stop, in milliseconds. */
const BLOCK_MS = 1_000;

/** Entries taken by a consumer that then died are taken over after this long, in milliseconds. */
const TAKE_OVER_MS = 30_000;

/** How long to rest after a failure before trying again, in milliseconds. */
const RETRY_MS = 500;

/** How often to look whether Redis is back, in milliseconds. */
const AWAY_MS = 50;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds `payload` to the stream of `kind`, where it waits until it is consumed. */
export async function tellStream<Payload>(redis: Redis, kind: EventKind<Payload>, payload: Payload): Promise<void> {
  await redis.xAdd(
    kind.name,
    '*',
    { payload: JSON.stringify(payload) },
    {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_MAX_LENGTH },
    },
  );
}

interface Entry {
  id: string;
  message: Record<string, string>;
}

export interface StreamConsumer {
  /** Lets the batch at hand finish. */
  close(): Promise<void>;
}

/**
 * Consumes the stream of `kind` as one of `group`'s consumers: every entry reaches one of them, in batches, at least once.
 * A batch whose `act` rejects stays and is tried again. `redis` must be a blocking client of this consumer's own.
 */
export function consumeStream<Payload>(
  redis: Redis,
  kind: EventKind<Payload>,
  { group, consumer, log }: { group: string; consumer: string; log: Logger },
  act: (payloads: Payload[]) => Promise<void>,
): StreamConsumer {
  let isStopping = false;

  const consume = async (entries: Entry[]) => {
    if (entries.length === 0) return;
    const payloads = entries.flatMap(({ message }) => {
      const parsed = kind.payload.safeParse(parseJson(message.payload ?? ''));
      if (!parsed.success) log.warn({ stream: kind.name }, 'entry does not fit its contract');
      return parsed.success ? [parsed.data] : [];
    });
    await act(payloads);
    const ids = entries.map((entry) => entry.id);
    await redis.multi().xAck(kind.name, group, ids).xDel(kind.name, ids).exec();
  };

  /** Entries that this consumer or a dead one took and did not finish. */
  const leftOver = async (idleMs: number) => {
    const { messages } = await redis.xAutoClaim(kind.name, group, consumer, idleMs, '0-0', { COUNT: BATCH });
    return messages.filter((entry): entry is Entry => entry !== null);
  };

  const loop = async () => {
    let groupExists = false;
    let hasFailed = false;
    let lookedAt = 0;
    while (!isStopping) {
      // A command given now would wait until Redis is back, and with it whoever wants to stop.
      if (!isUp(redis)) {
        await rest(AWAY_MS);
        continue;
      }
      try {
        if (!groupExists) {
          await redis.xGroupCreate(kind.name, group, '0', { MKSTREAM: true }).catch((error: Error) => {
            if (!error.message.startsWith('BUSYGROUP')) throw error;
          });
          groupExists = true;
        }
        if (hasFailed || Date.now() - lookedAt > TAKE_OVER_MS) {
          await consume(await leftOver(hasFailed ? 0 : TAKE_OVER_MS));
          hasFailed = false;
          lookedAt = Date.now();
        }
        const streams = await redis.xReadGroup(
          group,
          consumer,
          { key: kind.name, id: '>' },
          { COUNT: BATCH, BLOCK: BLOCK_MS },
        );
        for (const stream of (streams ?? []) as { messages: Entry[] }[]) await consume(stream.messages);
      } catch (error) {
        if (isStopping) break;
        log.warn({ stream: kind.name, reason: (error as Error).message }, 'stream not consumed, trying again');
        // A Redis that lost its memory lost the group with it.
        groupExists = false;
        hasFailed = true;
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
