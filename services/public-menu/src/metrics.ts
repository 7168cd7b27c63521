import { gauge, type Metrics, registerMetric } from '@tavola/service-kit/observability/metrics.ts';
import type { Freshness } from './change-feed/change-feed.ts';
import type { MenuResponder } from './menu/answer.ts';
import type { MenuMemory } from './menu/menu-memory.ts';
import type { OpenMenus } from './open-menus/open-menus.ts';

/** Registers metrics of answers by source, of trust in cached data, and of cached and open menus. */
export function registerMenuMetrics(
  metrics: Metrics,
  {
    answers,
    memory,
    trust,
    streams,
  }: { answers: MenuResponder; memory: MenuMemory; trust: Freshness; streams: OpenMenus },
): void {
  registerMetric(
    metrics,
    {
      name: 'tavola_menu_answers_total',
      help: 'Answers about menus, by where they came from; what the edge answers does not get here.',
      type: 'counter',
    },
    () => Object.entries(answers.counts).map(([level, value]) => ({ labels: { level }, value })),
  );
  gauge(metrics, 'tavola_menu_lease', 'Whether what is kept can be believed now (1) or not (0).', () =>
    trust.isTrusted() ? 1 : 0,
  );
  gauge(metrics, 'tavola_menu_memory_bytes', 'What kept menus take.', () => memory.bytes);
  gauge(metrics, 'tavola_menu_memory_menus', 'Menus that are kept.', () => memory.size);
  gauge(metrics, 'tavola_open_menus', 'Phones on which a menu is open.', () => streams.size);
}
