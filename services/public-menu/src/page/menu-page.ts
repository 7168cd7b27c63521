import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { MENU_FORMAT } from '../menu/master-menu.ts';
import { type MenuPage, type Rendition, renditionName } from '../menu/representations.ts';
import { missingHtml } from './menu-html.ts';
import type { PageSettings, RenderAnswer, RenderRequest } from './page-worker.ts';
import { renderQueue } from './render-queue.ts';

/** Pages that may wait for one client. At 50 ms each, more would wait longer than `WAIT_MS`. */
const WAITING_MAX = 60;

/** How long a page may wait for its turn, in milliseconds: less than the gateway waits for public-menu (3.4 s). */
const WAIT_MS = 3_000;

/** Number of threads. The main thread keeps a core, if there is more than one. */
const THREADS = availableParallelism() > 2 ? 2 : 1;

/** Limits for the objects of a thread, in MiB: old ones, and young ones as in decision 0009. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

interface Rendering {
  rendition: Rendition;
  promise: Promise<Buffer>;
  resolve(html: Buffer): void;
  reject(error: Error): void;
  since: number;
  isRunning: boolean;
}

const refusal = (reason: string) =>
  new Problem('unavailable', 'Too many pages are being opened right now. Please try again.', {
    cause: new Error(reason),
    retryAfter: 2,
  });

/**
 * The diners' page, made in threads from the web build's files in `settings`.
 * @throws Error if the shell lacks the placeholders.
 */
export function menuPage(settings: PageSettings, log: Logger): MenuPage & { close(): Promise<void> } {
  const shell = readFileSync(settings.shellFile, 'utf8');
  const missing = missingHtml(shell);
  const queue = renderQueue<Rendering>(WAITING_MAX);
  /** Renderings that wait or run, by the menu's JSON, and then by form, language and phase. */
  const open = new Map<Buffer, Map<string, Rendering>>();
  /** Each thread with what it renders. */
  const threads = new Map<Worker, Rendering | undefined>();
  let isClosed = false;

  const startThread = () => {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: THREAD_LIMITS,
    });
    threads.set(worker, undefined);
    // Requests that wait for a page keep the process alive.
    worker.unref();
    worker.on('message', ({ body, failure }: RenderAnswer) => {
      if (failure !== undefined) log.error({ reason: failure }, 'menu not rendered');
      threads.get(worker)?.resolve(Buffer.from(body.buffer));
      threads.set(worker, undefined);
      begin();
    });
    worker.on('error', (error) => log.error({ err: error }, 'page thread failed'));
    worker.on('exit', () => {
      threads.get(worker)?.reject(refusal('the page thread ended'));
      threads.delete(worker);
      begin();
    });
  };

  /** The next rendering that has not waited too long. */
  const next = () => {
    for (let rendering = queue.next(); rendering; rendering = queue.next()) {
      if (performance.now() - rendering.since <= WAIT_MS) return rendering;
      rendering.reject(refusal('the page waited too long'));
    }
    return undefined;
  };

  const begin = () => {
    for (const [worker, current] of threads) {
      const rendering = current || isClosed ? undefined : next();
      if (!rendering) continue;
      rendering.isRunning = true;
      threads.set(worker, rendering);
      worker.postMessage(rendering.rendition satisfies RenderRequest);
    }
  };

  const start = (rendition: Rendition, client: string): Rendering => {
    const rendering = {
      ...Promise.withResolvers<Buffer>(),
      rendition,
      since: performance.now(),
      isRunning: false,
    };
    if (!queue.add(client, rendering)) throw refusal('too many pages wait for this client');
    const { gzip } = rendition;
    const ofMenu = open.get(gzip) ?? new Map<string, Rendering>();
    open.set(gzip, ofMenu.set(renditionName(rendition), rendering));
    const close = () => {
      ofMenu.delete(renditionName(rendition));
      if (ofMenu.size === 0) open.delete(gzip);
    };
    rendering.promise.then(close, close);
    return rendering;
  };

  const join = (rendition: Rendition, client: string) => {
    const rendering = open.get(rendition.gzip)?.get(renditionName(rendition));
    // It may be this client's turn earlier.
    if (rendering?.isRunning === false) queue.add(client, rendering);
    return rendering;
  };

  for (let count = 0; count < THREADS; count += 1) startThread();

  return {
    tag: createHash('sha256').update(shell).update(settings.origin).update(MENU_FORMAT).digest('hex').slice(0, 8),
    missing,
    join,
    async render(rendition, client) {
      const rendering = join(rendition, client) ?? start(rendition, client);
      // A thread that ended is replaced when there is work for it.
      while (threads.size < THREADS && !isClosed) startThread();
      begin();
      return rendering.promise;
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads.keys()].map((worker) => worker.terminate()));
    },
  };
}
