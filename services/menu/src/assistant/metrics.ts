import { type Figure, gauge, type Metrics, registerMetric } from '@tavola/service-kit/observability/metrics.ts';
import type { Budget } from './budget.ts';
import type { Failure } from './model.ts';
import type { Task } from './prompt.ts';

/** How a question ended. */
export type Outcome = Failure | 'answered' | 'repaired';

/** Counts what the AI was asked. */
interface AssistantMeter {
  done(task: Task, outcome: Outcome, seconds: number): void;
  tokens(task: Task, count: number): void;
}

/**
 * Registers metrics of the questions to the AI, by task: how many, how they ended, how long they took, and their tokens; and of the budget
 * of all restaurants.
 */
export function assistantMeter(metrics: Metrics, budget: Budget): AssistantMeter {
  const questions = new Map<string, { task: Task; outcome: Outcome; count: number }>();
  const seconds = new Map<Task, number>();
  const tokens = new Map<Task, number>();
  const add = (sums: Map<Task, number>, task: Task, value: number) => sums.set(task, (sums.get(task) ?? 0) + value);
  const byTask = (sums: Map<Task, number>) => () =>
    [...sums].map(([task, value]): Figure => ({ labels: { task }, value }));
  const counter = (name: string, help: string, read: () => Figure[]) =>
    registerMetric(metrics, { name, help, type: 'counter' }, read);
  counter('tavola_assistant_questions_total', 'Questions to the AI, by how they ended.', () =>
    [...questions.values()].map(({ task, outcome, count }) => ({ labels: { task, outcome }, value: count })),
  );
  counter('tavola_assistant_seconds_total', 'How long questions to the AI took.', byTask(seconds));
  counter('tavola_assistant_tokens_total', 'Tokens that questions to the AI used.', byTask(tokens));
  gauge(
    metrics,
    'tavola_assistant_tokens_today',
    'Tokens that all restaurants have used today (UTC), as known to this process; the highest of all processes is right.',
    budget.usedByAll,
  );
  gauge(
    metrics,
    'tavola_assistant_tokens_daily_limit',
    'Tokens that all restaurants may use on a day (UTC).',
    () => budget.daily.total,
  );
  return {
    done(task, outcome, taken) {
      const key = `${task} ${outcome}`;
      const before = questions.get(key)?.count ?? 0;
      questions.set(key, { task, outcome, count: before + 1 });
      add(seconds, task, taken);
    },
    tokens: (task, count) => void add(tokens, task, count),
  };
}
