import { setImmediate as settled } from 'node:timers/promises';
import { vi } from 'vitest';

interface Planned {
  at: number;
  order: number;
  act: () => void;
  isOff: boolean;
}

/**
 * A virtual clock in milliseconds that jumps from one scheduled action to the next. From `begin` to `end` it replaces
 * the timers and clocks of the whole test file.
 */
export class VirtualTime {
  now = 0;
  /** A heap with the next action first. */
  private readonly planned: Planned[] = [];
  private order = 0;

  after(ms: number, act: () => void): Planned {
    this.order += 1;
    const one = { at: this.now + Math.max(0, ms), order: this.order, act, isOff: false };
    const { planned } = this;
    let at = planned.push(one) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(planned[parent] as Planned, one)) break;
      planned[at] = planned[parent] as Planned;
      at = parent;
    }
    planned[at] = one;
    return one;
  }

  rest = (ms: number): Promise<void> => new Promise((resolve) => void this.after(ms, resolve));

  begin(): void {
    const off = (timer: { planned: Planned } | undefined) => {
      if (timer) timer.planned.isOff = true;
    };
    const timer = (planned: Planned) => ({ planned, unref: returnThis, ref: returnThis });
    vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => timer(this.after(ms, act)));
    vi.stubGlobal('setInterval', (act: () => void, ms: number) => {
      const again = () => {
        made.planned = this.after(ms, again);
        act();
      };
      const made = timer(this.after(ms, again));
      return made;
    });
    vi.stubGlobal('clearTimeout', off);
    vi.stubGlobal('clearInterval', off);
    vi.spyOn(performance, 'now').mockImplementation(() => this.now);
    vi.spyOn(Date, 'now').mockImplementation(() => this.unix());
  }

  /** Advances by `ms`, running the scheduled actions in order. */
  async run(ms: number): Promise<void> {
    const end = this.now + ms;
    for (let next = this.planned[0]; next && next.at <= end; next = this.planned[0]) {
      this.takeFirst();
      if (next.isOff) continue;
      this.now = next.at;
      next.act();
      await settled();
    }
    this.now = end;
  }

  end(): void {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }

  unix = (): number => 1_800_000_000_000 + this.now;

  private takeFirst(): void {
    const { planned } = this;
    const last = planned.pop() as Planned;
    if (planned.length === 0) return;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= planned.length) break;
      if (child + 1 < planned.length && isBefore(planned[child + 1] as Planned, planned[child] as Planned)) child += 1;
      if (isBefore(last, planned[child] as Planned)) break;
      planned[at] = planned[child] as Planned;
      at = child;
    }
    planned[at] = last;
  }
}

const isBefore = (one: Planned, other: Planned) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function returnThis<Self>(this: Self): Self {
  return this;
}
