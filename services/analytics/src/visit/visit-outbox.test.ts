import { setTimeout as rest } from 'node:timers/promises';
import type { Visit } from '@tavola/contracts/events.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { describe, expect, it } from 'vitest';
import { makeVisitOutbox } from './visit-outbox.ts';

const visit = (seconds: number): Visit => ({ kind: 'view', tenantId: 'a', at: 0, seconds });

/** A controllable stream, and an outbox in front of it. */
function started() {
  const told: number[][] = [];
  const stream = { state: 'there' as 'there' | 'away', takes: Promise.resolve() };
  const answer = async () => {
    await stream.takes;
    if (stream.state === 'away') throw new Error('away');
  };
  const outbox = makeVisitOutbox(
    {
      async tell(visits) {
        await answer();
        told.push(visits.map((one) => (one.kind === 'view' ? one.seconds : -1)));
        return 0;
      },
      reach: answer,
    },
    makeLog('test', 'silent'),
  );
  return { told, stream, outbox };
}

describe('visits that come close together', () => {
  it('are published in one batch, each with its time', async () => {
    const { told, outbox } = started();
    await Promise.all([1, 2, 3].map((n) => outbox.tell(visit(n))));
    expect(told).toEqual([[1, 2, 3]]);
    await outbox.tell(visit(4));
    expect(told).toEqual([[1, 2, 3], [4]]);
  });

  it('wait for the batch being published', async () => {
    const { told, stream, outbox } = started();
    const slow = Promise.withResolvers<void>();
    stream.takes = slow.promise;
    const first = outbox.tell(visit(1));
    await rest(50);
    const others = [2, 3].map((n) => outbox.tell(visit(n)));
    await rest(50);
    expect(told).toEqual([]);
    slow.resolve();
    await Promise.all([first, ...others]);
    expect(told).toEqual([[1], [2, 3]]);
  });
});

describe('while the stream is unavailable', () => {
  it('the batch being published is lost and never repeated; later visits are held and published', async () => {
    const { told, stream, outbox } = started();
    stream.state = 'away';
    await outbox.tell(visit(1));
    const others = [2, 3].map((n) => outbox.tell(visit(n)));
    await rest(600);
    stream.state = 'there';
    await Promise.all(others);
    expect(told).toEqual([[2, 3]]);
  });

  it('no more than 5,000 are held', async () => {
    const { told, stream, outbox } = started();
    stream.state = 'away';
    await outbox.tell(visit(0));
    const others = Array.from({ length: 6_000 }, (_, n) => outbox.tell(visit(n + 1)));
    await Promise.all(others.slice(5_000));
    stream.state = 'there';
    await Promise.all(others);
    expect(told.map((batch) => batch.length)).toEqual([5_000]);
    await outbox.tell(visit(7));
    expect(told.at(-1)).toEqual([7]);
  });

  it('a process that stops publishes held visits if it can, and does not hang if it cannot', async () => {
    const { told, stream, outbox } = started();
    const one = outbox.tell(visit(1));
    await outbox.flush();
    await one;
    expect(told).toEqual([[1]]);
    stream.state = 'away';
    void outbox.tell(visit(2));
    await outbox.flush();
    expect(told).toEqual([[1]]);
  });
});
