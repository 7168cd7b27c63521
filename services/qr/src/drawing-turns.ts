/** Runs `work`, which draws one picture for the restaurant `tenantId`, when it is its turn. */
export type DrawingTurn = <Result>(tenantId: string, work: () => Promise<Result>) => Promise<Result>;

interface Waiting {
  tenantId: string;
  start(): void;
}

/**
 * Draws one picture after the other, because drawing occupies the thread and pictures drawn side by side would all be late. The next
 * one is of the restaurant that has drawn for the shortest time (start-time fair queueing): a picture of one restaurant does not wait
 * for the rest of another's sheet. `now` is a clock in milliseconds.
 */
export function drawingTurns(now: () => number = () => performance.now()): DrawingTurn {
  const waiting: Waiting[] = [];
  /** How long each restaurant has drawn; one that comes anew begins with what the one that draws then has. */
  const used = new Map<string, number>();
  let current = 0;
  let isBusy = false;

  const usedBy = (tenantId: string): number => used.get(tenantId) ?? 0;

  function startNext(): void {
    const [first, ...others] = waiting;
    const next = others.reduce(
      (least, one) => (least && usedBy(one.tenantId) >= usedBy(least.tenantId) ? least : one),
      first,
    );
    isBusy = next !== undefined;
    if (!next) {
      used.clear();
      current = 0;
      return;
    }
    waiting.splice(waiting.indexOf(next), 1);
    current = usedBy(next.tenantId);
    next.start();
  }

  return async (tenantId, work) => {
    used.set(tenantId, Math.max(current, usedBy(tenantId)));
    await new Promise<void>((start) => {
      waiting.push({ tenantId, start });
      if (!isBusy) startNext();
    });
    const startedAt = now();
    try {
      return await work();
    } finally {
      used.set(tenantId, usedBy(tenantId) + now() - startedAt);
      // A sheet asks for its next code first, and other work of the process runs.
      setImmediate(startNext);
    }
  };
}
