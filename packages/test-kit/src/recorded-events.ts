import type { EventKind } from '@tavola/contracts/events.ts';
import { createClient } from 'redis';
import { afterAll } from 'vitest';
import { provided } from './provided.ts';

interface RecordedEvents<Payload> {
  /** All messages received so far. */
  readonly messages: readonly Payload[];
  /** Resolves with the first message, past or future, that `fits`; rejects after 15 seconds. */
  until(fits: (payload: Payload) => boolean): Promise<Payload>;
}

/** Subscribes to events of `kind` and records them. */
export async function recordEvents<Payload>(kind: EventKind<Payload>): Promise<RecordedEvents<Payload>> {
  const client = createClient({ url: provided().redisUrl });
  client.on('error', () => {});
  await client.connect();
  afterAll(() => {
    if (client.isOpen) client.destroy();
  });
  const messages: Payload[] = [];
  await client.subscribe(kind.name, (text) => {
    messages.push(kind.payload.parse(JSON.parse(text)));
  });
  return {
    messages,
    async until(fits) {
      const deadline = Date.now() + 15_000;
      while (Date.now() < deadline) {
        const found = messages.find(fits);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`no ${kind.name} fits; recorded ${JSON.stringify(messages)}`);
    },
  };
}
