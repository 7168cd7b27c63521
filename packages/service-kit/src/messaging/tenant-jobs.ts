import { DelayedError, type Job, Queue } from 'bullmq';
import { closeRedis, isUp, makeRedis } from '../data/redis.ts';
import type { Logger } from '../observability/log.ts';
import { NO_VERSION_CHECK, type QueueWorker, queueWorker } from './queues.ts';

// Queues in which restaurants take turns. One holds at most one job of each restaurant, so the next job is of the restaurant that
// has waited longest; a restaurant's other jobs wait in the database. BullMQ has groups only in its paid edition.

interface TenantJob {
  tenantId: string;
}

/** A queue in which restaurants take turns. */
export interface TenantJobs<Data extends TenantJob> {
  readonly jobs: Queue;
  /** Whether a job can be added now. */
  isUp(): boolean;
  /**
   * Has a worker do the job; no effect while the queue has one of the restaurant, which the others then follow.
   * @throws if the queue's Redis is down.
   */
  add(data: Data): Promise<void>;
  close(): Promise<void>;
}

/** The queue `name` on the Redis at `redisUrl`. */
export function tenantJobs<Data extends TenantJob>(name: string, redisUrl: string, log: Logger): TenantJobs<Data> {
  const redis = makeRedis(redisUrl, `${name}-queue`, log);
  const queue = new Queue(name, {
    connection: redis as never,
    ...NO_VERSION_CHECK,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true,
      // A failed job that stayed would block the restaurant's next one.
      removeOnFail: true,
    },
  });
  // The client logs lost connections.
  queue.on('error', () => {});
  return {
    jobs: queue,
    isUp: () => isUp(redis),
    async add(data) {
      if (!isUp(redis)) throw new Error('the queue is away');
      await queue.add('do', data, { jobId: data.tenantId });
    },
    async close() {
      await queue.close().catch(() => {});
      closeRedis(redis);
    },
  };
}

/** Thrown by a job that is to be done `ms` milliseconds later. It does not count as an attempt. */
export class Postponed extends Error {
  override name = 'Postponed';
  readonly ms: number;

  constructor(ms: number) {
    super('postponed');
    this.ms = ms;
  }
}

/** What a worker does with the jobs of a queue in which restaurants take turns. */
interface TenantWork<Data extends TenantJob> {
  /** How many restaurants' jobs it does in parallel. */
  concurrency: number;
  /** How long it may be silent before its job goes to another worker, in milliseconds. */
  lockMs: number;
  /** Does a job, which another release may have queued. @throws Postponed to do it later. */
  work(data: unknown): Promise<void>;
  /** The restaurant's oldest job in the database, or null. */
  next(tenantId: string): Promise<Data | null>;
  /** Records that a job has failed for good. */
  fail(data: Data, error: Error): Promise<void>;
  /** Logged when an attempt fails. */
  failure: string;
}

/** Starts a worker of the queue `name` on the Redis at `redisUrl`. After a restaurant's job it queues that restaurant's next one. */
export function tenantWorker<Data extends TenantJob>(
  name: string,
  redisUrl: string,
  log: Logger,
  { concurrency, lockMs, work, next, fail, failure }: TenantWork<Data>,
): QueueWorker {
  const queue = tenantJobs<Data>(name, redisUrl, log);
  const following = new Set<Promise<void>>();
  const doOrPostpone = async (job: Job, token?: string) => {
    try {
      await work(job.data);
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      await job.moveToDelayed(Date.now() + error.ms, token);
      throw new DelayedError();
    }
  };
  const running = queueWorker(name, redisUrl, log, doOrPostpone, {
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    // A job that kills one worker after another is given up; one restart of all workers must not fail it.
    maxStalledCount: 2,
  });

  /** Puts the restaurant's next job at the queue's end. If that fails, whoever asks for its result does it. */
  const follow = (tenantId: string) => {
    const adding = next(tenantId)
      .then((data) => (data ? queue.add(data) : undefined))
      .catch((error: Error) => log.warn({ reason: error.message }, 'next job not queued'))
      .then(() => void following.delete(adding));
    following.add(adding);
  };

  running.worker.on('completed', ({ data }) => follow(data.tenantId));
  running.worker.on('failed', (job, error) => {
    log.error({ err: error, job: job?.data, attempts: job?.attemptsMade }, failure);
    // Only a job that is not retried has failed for good.
    if (!job?.finishedOn) return;
    fail(job.data, error)
      .then(() => follow(job.data.tenantId))
      .catch((cause: Error) => log.error({ err: cause, job: job.data }, 'failure not recorded'));
  });

  return {
    ...running,
    async close() {
      await running.close();
      await Promise.all(following);
      await queue.close();
    },
  };
}
