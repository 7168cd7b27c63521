import type { EventKind } from '@tavola/contracts/events.ts';
import type { Redis } from '../data/redis.ts';
import type { Logger } from '../observability/log.ts';

/** Publishes `payload` to the current subscribers of `kind`. */
export async function publish<Payload>(redis: Redis, kind: EventKind<Payload>, payload: Payload): Promise<void> {
  await redis.publish(kind.name, JSON.stringify(payload));
}

/** Calls `act` with every message of `kind`. Messages that break the contract are logged and dropped. */
export async function subscribe<Payload>(
  subscriber: Redis,
  kind: EventKind<Payload>,
  log: Logger,
  act: (payload: Payload) => void,
): Promise<void> {
  await subscriber.subscribe(kind.name, (message) => {
    const payload = kind.payload.safeParse(parseJson(message));
    if (payload.success) act(payload.data);
    else log.warn({ event: kind.name }, 'event does not match its contract');
  });
}

/** `text` parsed as JSON, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
