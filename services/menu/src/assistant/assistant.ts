import { Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Metrics } from '@tavola/service-kit/observability/metrics.ts';
import { afterRequest, currentRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { busy, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import type { z } from 'zod';
import type { Budget } from './budget.ts';
import { assistantMeter, type Outcome } from './metrics.ts';
import { dataMessage, type Failure, type Message, type Model, ModelError, type Photo, sentTokens } from './model.ts';
import { PROMPTS, REPAIR, type Task } from './prompt.ts';

/** How many questions a process asks at once; of one restaurant it asks one. */
const QUESTIONS_AT_ONCE = 4;

/** How many more may wait, each of another restaurant. They may hold photos of 2 MB. */
const QUESTIONS_WAITING = 40;

/** When an owner whose question is being answered, or found no place, should ask again, in seconds. */
const RETRY_AFTER = 10;

export interface Question<Answer> {
  task: Task;
  /** What the task is about. It is sent as JSON, apart from the instructions. */
  data: unknown;
  photo?: Photo;
  /** What an answer must be. */
  answer: z.ZodType<Answer>;
  /** What suffices in the second round, so that one part of no use does not cost the others. */
  secondAnswer?: z.ZodType<Answer>;
}

/** Who asks. */
interface Asker {
  tenantId: string;
  userId: string;
  /** The network of the client's address. */
  network: string;
}

/** Asks a language model for suggestions. */
export interface Assistant {
  /**
   * Starts a restaurant's one question, before the question is read. The restaurant can ask the next one after this one is disposed of.
   * The model is no longer asked once `isGone` is aborted.
   * @throws Problem `too-many-requests` while another question of the restaurant is open, or if today's budget is used up;
   * `email-unconfirmed`; `unavailable` while auth does not answer.
   */
  startQuestion(asker: Asker, isGone: AbortSignal | undefined): Promise<OpenQuestion>;
}

/** A restaurant's question to the AI, until it is disposed of. */
interface OpenQuestion extends Disposable {
  /**
   * Answers `question` once this process has a place for it.
   * @throws Problem `too-many-requests` if the rest of the budget is shorter than the question; `unavailable` if others have a better
   * claim to all places; `unavailable`, `timeout` or `assistant-failed` if the model gives no usable answer.
   */
  answer<Answer>(question: Question<Answer>): Promise<Answer>;
}

interface AssistantParts {
  model: Model;
  budget: Budget;
  /** @throws Problem `email-unconfirmed` unless the user has confirmed the e-mail address. */
  requireConfirmedEmail(userId: string): Promise<void>;
  log: Logger;
  metrics: Metrics;
  /** How long all of an answer may take once it has a place, in milliseconds. */
  withinMs: number;
  /** How long a question may wait for a place, in milliseconds. */
  waitMs: number;
}

/** An assistant that asks `model`. */
export function makeAssistant(parts: AssistantParts): Assistant {
  const { model, budget, requireConfirmedEmail, log, metrics, withinMs, waitMs } = parts;
  const measured = assistantMeter(metrics, budget);
  // The next question is of the network that asks fewest; of those, of the restaurant that has used least today.
  const places = fairQueue({
    atOnce: QUESTIONS_AT_ONCE,
    waiting: QUESTIONS_WAITING,
    waitMs,
    per: { network: {} },
    order: 'least-running',
    displaces: true,
    refuse: busy('The AI is busy right now. Please try again in a moment.', RETRY_AFTER),
  });
  const asking = new Set<string>();

  /** One round of a question. What it used is counted even if nobody waits for the answer any more. */
  const round = async (tenantId: string, task: Task, ask: () => ReturnType<Model['answer']>): Promise<string> => {
    const count = async (tokens: number) => {
      measured.tokens(task, tokens);
      try {
        await afterRequest(() => budget.spend(tenantId, tokens));
      } catch (err) {
        // The answer is paid for, so the owner gets it.
        log.error({ err, tokens, requestId: currentRequestId() }, 'tokens of the AI were not counted');
      }
    };
    try {
      const { text, tokens } = await ask();
      await count(tokens);
      return text;
    } catch (error) {
      if (error instanceof ModelError) await count(error.tokens);
      throw error;
    }
  };

  /** The answer, after at most one more round that says what was wrong with the first. */
  const answerOf = async <Answer>(tenantId: string, question: Question<Answer>, signal: AbortSignal) => {
    const { task, answer, secondAnswer = answer } = question;
    const messages = messagesOf(question);
    const ask = () => round(tenantId, task, () => model.answer(messages, answer, signal));
    const first = await ask();
    const read = parsed(answer, first);
    if (read.success) return { value: read.data, outcome: 'answered' as const };
    messages.push(
      { role: 'assistant', content: first },
      { role: 'user', content: `${REPAIR}\n\n${JSON.stringify(read.reasons)}` },
    );
    const second = parsed(secondAnswer, await ask());
    if (!second.success) throw new ModelError('malformed');
    return { value: second.data, outcome: 'repaired' as const };
  };

  const ask = async <Answer>(tenantId: string, question: Question<Answer>, signal: AbortSignal): Promise<Answer> => {
    const { task } = question;
    const startedAt = performance.now();
    const done = (outcome: Outcome) => measured.done(task, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const { value, outcome } = await answerOf(tenantId, question, signal);
      done(outcome);
      return value;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      done(error.failure);
      const { failure, status } = error;
      const level = failure === 'misconfigured' ? 'error' : 'warn';
      log[level]({ task, failure, status, requestId: currentRequestId() }, 'the AI gave no answer');
      throw problemOf(failure);
    }
  };

  return {
    async startQuestion({ tenantId, userId, network }, isGone) {
      if (asking.has(tenantId)) {
        throw tooManyRequests('The AI is still working on your last question.', RETRY_AFTER * 1_000);
      }
      asking.add(tenantId);
      const end = () => void asking.delete(tenantId);
      try {
        await requireConfirmedEmail(userId);
        const rest = await budget.requireRest(tenantId);
        return {
          async answer(question) {
            const tokens = sentTokens(messagesOf(question));
            rest.requireFor(tokens);
            const answered = async () => {
              // Others were answered meanwhile.
              (await budget.requireRest(tenantId)).requireFor(tokens);
              const late = AbortSignal.timeout(withinMs);
              return ask(tenantId, question, isGone ? AbortSignal.any([isGone, late]) : late);
            };
            return places.run({ network, used: rest.used, signal: isGone }, answered);
          },
          [Symbol.dispose]: end,
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

const messagesOf = ({ task, data, photo }: Question<unknown>): Message[] => [
  { role: 'system', content: PROMPTS[task] },
  dataMessage(data, photo),
];

/** Most reasons that a model is told why its answer is of no use. */
const REASONS_MAX = 20;

function parsed<Answer>(
  schema: z.ZodType<Answer>,
  text: string,
): { success: true; data: Answer } | { success: false; reasons: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { success: false, reasons: ['It is not valid JSON.'] };
  }
  const read = schema.safeParse(json);
  if (read.success) return read;
  const reasons = read.error.issues.slice(0, REASONS_MAX).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { success: false, reasons };
}

/** What the owner reads instead of an answer. */
function problemOf(failure: Failure): Problem {
  switch (failure) {
    case 'timeout':
      return new Problem('timeout', 'The AI took too long. Please try again, or try with less at once.');
    case 'declined':
      return new Problem('assistant-failed', 'The AI declined to answer this.');
    case 'too-long':
      return new Problem('assistant-failed', 'This is too much at once for the AI. Please try with less.');
    case 'malformed':
      return new Problem('assistant-failed', "The AI's answer couldn't be used. Please try again.");
    case 'misconfigured':
      return new Problem('unavailable', "The AI isn't set up correctly. Please tell the people who run this site.", {
        retryAfter: 600,
      });
    case 'given-up':
    case 'unreachable':
    case 'rejected':
    case 'busy':
      return new Problem('unavailable', "The AI can't be reached right now. Please try again in a minute.", {
        retryAfter: 60,
      });
  }
}
