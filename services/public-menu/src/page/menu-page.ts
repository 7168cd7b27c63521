import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, registerMetric } from '@tavola/service-kit/observability/metrics.ts';
import { fairLine } from '@tavola/service-kit/runtime/fair-line.ts';
import { MENU_FORMAT } from '../menu/master-menu.ts';
import {
  type MadeBody,
  type MenuPage,
  type RenderForm,
  type Rendition,
  renditionName,
} from '../menu/representations.ts';
import { cooldowns } from './cooldowns.ts';
import { missingHtml } from './menu-html.ts';
import type { PageSettings, RenderAnswer, RenderRequest } from './page-worker.ts';

/** Pages that may wait for one client, and for one restaurant. At 25 ms each, and a rest as long, more would wait longer than `WAIT_MS`. */
const WAITING_MAX = 60;

/** Pages that may wait in all: more addresses and restaurants than that would not get theirs in `WAIT_MS` either. */
const LINE_MAX = 1_000;

/** How long a page may wait for its turn, in milliseconds: less than the gateway waits for public-menu (3.4 s). */
const WAIT_MS = 3_000;

/** How long a thread may work at one page, in milliseconds: ten times what the largest menu takes. */
const RENDER_MS = 2_000;

/** From how long on a rendering is followed by a rest of its restaurant, in milliseconds. */
const RESTS_FROM_MS = 20;

/** Number of threads. A restaurant has one turn at a time, so no menu that takes long delays the others' pages. */
const THREADS = 2;

/** Limits for the objects of a thread, in MiB: old ones, and young ones as in decision 0009. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

/** What a thread is to make of a menu. */
type Wanted = Omit<Rendition, 'form'> & { form: RenderForm };

interface Rendering {
  wanted: Wanted;
  promise: Promise<Buffer>;
  resolve(body: Buffer): void;
  reject(error: Error): void;
  /** When a thread began it, by `performance.now()`; undefined while it waits. */
  startedAt: number | undefined;
  /** Ends its wait, and later its work. */
  timer: NodeJS.Timeout | undefined;
}

interface Thread {
  /** Whether it has loaded its modules: only then its time begins. */
  isReady: boolean;
  rendering: Rendering | undefined;
}

const refusal = (reason: string) =>
  new Problem('unavailable', 'Too many pages are being opened right now. Please try again.', {
    cause: new Error(reason),
    retryAfter: 2,
  });

const pausing = (until = Date.now()) =>
  new Problem('unavailable', 'This menu takes too long to prepare. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil((until - Date.now()) / 1_000)),
  });

/** A rendering was ended before it was done. */
class Ended extends Error {}

/** What pauses once `wanted` was ended: the restaurant's pages with rendered menus, or all that is made of its menu. */
const pauseName = ({ tenantId, form }: Wanted): string => `${tenantId} ${form === 'page' ? 'rendered' : 'any'}`;

/**
 * The diners' page, made in threads from the web build's files in `settings`. A rendering that takes longer than 2 s is ended. Its
 * page is then made without the rendered menu, and the restaurant's next try waits.
 * @throws Error if the shell lacks the placeholders.
 */
export function menuPage(settings: PageSettings, log: Logger, metrics: Metrics): MenuPage & { close(): Promise<void> } {
  const shell = readFileSync(settings.shellFile, 'utf8');
  const missing = missingHtml(shell, settings.operator);
  // Clients take turns, and so do restaurants, so that one with much work delays no other.
  const queue = fairLine<Rendering, 'client' | 'restaurant'>({
    order: 'round-robin',
    waiting: LINE_MAX,
    per: { client: { waiting: WAITING_MAX }, restaurant: { atOnce: 1, waiting: WAITING_MAX } },
  });
  const pauses = cooldowns();
  /** Renderings that wait or run, by the menu's JSON, and then by form, language and phase. */
  const open = new Map<Buffer, Map<string, Rendering>>();
  const threads = new Map<Worker, Thread>();
  let isClosed = false;
  let ended = 0;
  registerMetric(
    metrics,
    {
      name: 'tavola_page_renderings_ended_total',
      help: 'Pages and menus whose making took too long, or ended its thread.',
      type: 'counter',
    },
    () => [{ value: ended }],
  );

  const startThread = () => {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: THREAD_LIMITS,
    });
    const thread: Thread = { isReady: false, rendering: undefined };
    threads.set(worker, thread);
    // Requests that wait for a page keep the process alive.
    worker.unref();
    worker.on('message', (answer: RenderAnswer | 'ready') => {
      if (answer === 'ready') {
        thread.isReady = true;
      } else {
        if (answer.failure !== undefined) log.error({ reason: answer.failure }, 'menu not rendered');
        release(thread)?.resolve(Buffer.from(answer.body.buffer));
      }
      begin();
    });
    worker.on('error', (error) => log.error({ err: error }, 'page thread failed'));
    worker.on('exit', () => {
      threads.delete(worker);
      const rendering = release(thread);
      if (rendering) end(rendering);
      // A thread that can't start would be started again and again: the next request tries.
      if (thread.isReady) startThreads();
      else if (threads.size === 0) refuseAll('no page thread starts');
    });
  };

  /** A restaurant rests for as long as its rendering took, so that one with large menus leaves the processor to others, too. */
  const endTurn = (rendering: Rendering) => {
    const ms = performance.now() - (rendering.startedAt ?? 0);
    if (ms < RESTS_FROM_MS) {
      queue.done(rendering);
      return;
    }
    setTimeout(() => {
      queue.done(rendering);
      begin();
    }, ms).unref();
  };

  /** What the thread was making. */
  const release = (thread: Thread): Rendering | undefined => {
    const { rendering } = thread;
    thread.rendering = undefined;
    if (rendering) endTurn(rendering);
    return rendering;
  };

  const startThreads = () => {
    while (threads.size < THREADS && !isClosed) startThread();
  };

  const refuseAll = (reason: string) => {
    for (const rendering of queue.waiting()) rendering.reject(refusal(reason));
  };

  const end = ({ wanted, startedAt = 0, reject }: Rendering) => {
    const { tenantId, form, lang } = wanted;
    if (!isClosed) {
      ended += 1;
      pauses.begin(pauseName(wanted));
      log.error({ tenantId, form, lang, ms: Math.round(performance.now() - startedAt) }, 'rendering ended');
    }
    reject(new Ended());
  };

  const begin = () => {
    for (const [worker, thread] of threads) {
      if (!thread.isReady || thread.rendering || isClosed) continue;
      const rendering = queue.next();
      if (!rendering) return;
      rendering.startedAt = performance.now();
      thread.rendering = rendering;
      clearTimeout(rendering.timer);
      rendering.timer = setTimeout(() => {
        // What it answers now still counts, but it must not get more to do.
        threads.delete(worker);
        void worker.terminate();
        startThreads();
      }, RENDER_MS);
      worker.postMessage(rendering.wanted satisfies RenderRequest);
    }
  };

  const start = (wanted: Wanted, client: string): Rendering => {
    const { gzip, tenantId } = wanted;
    const rendering: Rendering = {
      ...Promise.withResolvers<Buffer>(),
      wanted,
      startedAt: undefined,
      timer: undefined,
    };
    if (queue.add(rendering, { client, restaurant: tenantId }))
      throw refusal('too many pages wait, in all or for this client or restaurant');
    rendering.timer = setTimeout(() => rendering.reject(refusal('the page waited too long')), WAIT_MS);
    const name = renditionName(wanted);
    const ofMenu = open.get(gzip) ?? new Map<string, Rendering>();
    open.set(gzip, ofMenu.set(name, rendering));
    const close = () => {
      clearTimeout(rendering.timer);
      queue.remove(rendering);
      ofMenu.delete(name);
      if (ofMenu.size === 0) open.delete(gzip);
    };
    rendering.promise.then(close, close);
    return rendering;
  };

  const joinOne = (wanted: Wanted, client: string): Rendering | undefined => {
    const rendering = open.get(wanted.gzip)?.get(renditionName(wanted));
    // It may be this client's turn earlier.
    if (rendering && rendering.startedAt === undefined) queue.add(rendering, { client, restaurant: wanted.tenantId });
    return rendering;
  };

  /** @throws Ended if `wanted` was ended, now or before its pause; Problem `unavailable`. */
  const make = async (wanted: Wanted, client: string): Promise<Buffer> => {
    if (pauses.until(pauseName(wanted)) !== undefined) throw new Ended();
    const rendering = joinOne(wanted, client) ?? start(wanted, client);
    startThreads();
    begin();
    return rendering.promise;
  };

  /** The page without the rendered menu: little more than the menu's data. */
  const bare = (rendition: Rendition): Wanted => ({ ...rendition, form: 'bare' });

  startThreads();

  return {
    tag: createHash('sha256')
      .update(shell)
      .update(settings.origin)
      .update(JSON.stringify(settings.operator))
      .update(MENU_FORMAT)
      .digest('hex')
      .slice(0, 8),
    missing,
    join(rendition, client) {
      joinOne(rendition, client);
      joinOne(bare(rendition), client);
    },
    async render(rendition, client): Promise<MadeBody> {
      let wanted: Wanted = rendition;
      for (;;) {
        try {
          const body = await make(wanted, client);
          return { body, retryAt: wanted.form === 'bare' ? pauses.until(pauseName(rendition)) : undefined };
        } catch (error) {
          if (!(error instanceof Ended)) throw error;
          if (wanted.form !== 'page') throw pausing(pauses.until(pauseName(wanted)));
          wanted = bare(rendition);
        }
      }
    },
    async close() {
      isClosed = true;
      refuseAll('the process stops');
      await Promise.all([...threads.keys()].map((worker) => worker.terminate()));
    },
  };
}
