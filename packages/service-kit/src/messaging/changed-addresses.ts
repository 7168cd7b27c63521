import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedAddresses } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { Logger } from '../observability/log.ts';

/** An address of a menu that began or ceased to lead to one. */
type ChangedAddress = ChangedAddresses['addresses'][number];

interface AddressFeed {
  /** Resolves when everything since the beginning was read for the first time. */
  readonly known: Promise<void>;
  /** Stops asking. */
  close(): Promise<void>;
}

/**
 * Asks auth every `everyMs` for addresses that changed since `since` (Unix time in milliseconds), and gives each page of them to
 * `act`, the same change more than once. A page whose `act` rejects is read again. So an outage on either side loses nothing.
 */
export function followChangedAddresses(
  auth: Pick<ServiceClient<'auth'>, 'call'>,
  { since, everyMs }: { since: number; everyMs: number },
  log: Logger,
  act: (page: readonly ChangedAddress[]) => Promise<void>,
): AddressFeed {
  const stopping = new AbortController();
  const { signal } = stopping;
  const known = Promise.withResolvers<void>();
  let after = `${since}_`;
  let isAway = false;

  const read = async () => {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const page = await auth.call(internalAuthOperations.listChangedAddresses, { query: { after } });
      await act(page.addresses);
      after = page.next;
      hasMore = page.hasMore;
    }
  };

  const poll = async () => {
    while (!signal.aborted) {
      try {
        await read();
        if (isAway) log.info('changed addresses are read from auth again');
        isAway = false;
        if (!signal.aborted) known.resolve();
      } catch (error) {
        if (!isAway) log.warn({ reason: (error as Error).message }, 'changed addresses not read from auth');
        isAway = true;
      }
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const done = poll();

  return {
    known: known.promise,
    async close() {
      stopping.abort();
      await done;
    },
  };
}
