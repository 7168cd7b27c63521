import { OPENED_MAX, SEEN_MAX } from '@tavola/contracts/rules/visits.ts';

/** The row of an item. */
const ROW = 'li[id^="item-"]';
/** A row counts as seen when this share of it was in view for LOOK_MS. */
const SHARE = 0.5;
const LOOK_MS = 1000;

/**
 * Whether a guest has filtered the dishes by what they eat (filter.ts). Then nothing counts: what they read would tell about their
 * health.
 */
const isFiltered = () => document.querySelectorAll('[data-filtered]').length > 0;

/** The row that a link leads to. */
const rowAt = (hash = '') => document.getElementById(hash.slice(1))?.closest(ROW);

const idOf = (row: Element) => Number(row.id.slice('item-'.length));

/**
 * Records which menu items are seen, and which are opened (expanded, shown with their large picture, or reached by a link). Uses IntersectionObserver:
 * nothing is measured during scrolling, and no timer runs.
 */
export class ReadItems {
  readonly #seen = new Set<number>();
  readonly #opened = new Set<number>();
  /** Rows in view that do not count as seen yet, with the time since which they are in view. */
  readonly #inView = new Map<Element, number>();
  #isLookedAt = document.visibilityState === 'visible';
  readonly #rows = new IntersectionObserver((entries) => this.#moved(entries), { threshold: SHARE });
  // Rows come and go with the chosen category, and when the owner changes the menu.
  readonly #changes = new MutationObserver(() => this.#watchRows());

  constructor() {
    this.#watchRows();
    const main = document.getElementById('main');
    if (main) this.#changes.observe(main, { childList: true, subtree: true });
    // In the capture phase: later, aria-expanded already has its new value.
    document.addEventListener('click', this.#onClick, true);
    window.addEventListener('hashchange', this.#onLink);
    this.#onLink();
  }

  /** Call when the page is hidden. */
  pause(now: number): void {
    this.#settle(now);
    this.#isLookedAt = false;
  }

  /** Call when the page is visible again. */
  resume(now: number): void {
    this.#isLookedAt = true;
    for (const row of this.#inView.keys()) this.#inView.set(row, now);
  }

  /** The items read so far; empty lists are left out. */
  read(now: number): { seen?: number[]; opened?: number[] } {
    this.#settle(now);
    return {
      ...(this.#seen.size > 0 && { seen: [...this.#seen] }),
      ...(this.#opened.size > 0 && { opened: [...this.#opened] }),
    };
  }

  /** Starts over. */
  forget(): void {
    this.#seen.clear();
    this.#opened.clear();
    this.#watchRows();
  }

  stop(): void {
    this.#rows.disconnect();
    this.#changes.disconnect();
    document.removeEventListener('click', this.#onClick, true);
    window.removeEventListener('hashchange', this.#onLink);
  }

  #watchRows(): void {
    for (const row of document.querySelectorAll(ROW)) if (!this.#seen.has(idOf(row))) this.#rows.observe(row);
  }

  #moved(entries: IntersectionObserverEntry[]): void {
    const now = performance.now();
    this.#settle(now);
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio < SHARE || isFiltered()) this.#inView.delete(target);
      else if (!this.#seen.has(idOf(target))) this.#inView.set(target, now);
    }
  }

  #settle(now: number): void {
    if (isFiltered()) this.#inView.clear();
    if (!this.#isLookedAt) return;
    for (const [row, since] of this.#inView) {
      if (now - since < LOOK_MS) continue;
      if (this.#seen.size < SEEN_MAX) this.#seen.add(idOf(row));
      this.#inView.delete(row);
      this.#rows.unobserve(row);
    }
  }

  #open(row: Element | null | undefined): void {
    if (row && this.#opened.size < OPENED_MAX && !isFiltered()) this.#opened.add(idOf(row));
  }

  readonly #onClick = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const control = target.closest<HTMLElement & { hash?: string }>(
      '[aria-expanded="false"], [aria-haspopup="dialog"]',
    );
    // The link of a dish may stand elsewhere than in its row.
    this.#open(control?.closest(ROW) ?? rowAt(control?.hash));
  };

  readonly #onLink = () => {
    this.#open(rowAt(window.location.hash));
  };
}
