import { setImmediate as settled } from 'node:timers/promises';
import { vi } from 'vitest';

interface Planned {
  at: number;
  act: () => void;
  isOff: boolean;
}

/**
 * A virtual clock in milliseconds that jumps from one scheduled action to the next. From `begin` to `end` it replaces
 * the timers and clocks of the whole test file.
 */
export class VirtualTime {
  now = 0;
  /** In the order in which they are due. */
  private readonly planned: Planned[] = [];

  after(ms: number, act: () => void): Planned {
    const one = { at: this.now + Math.max(0, ms), act, isOff: false };
    const later = this.planned.findIndex(({ at }) => at > one.at);
    this.planned.splice(later === -1 ? this.planned.length : later, 0, one);
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
      this.planned.shift();
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
}

function returnThis<Self>(this: Self): Self {
  return this;
}
