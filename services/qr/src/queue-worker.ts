import type { Worker } from 'bullmq';

/** What takes jobs from one queue. */
export interface QueueWorker {
  readonly worker: Worker;
  /** Whether it can be given work now. */
  isUp(): boolean;
  /** Lets the jobs at hand finish. */
  close(): Promise<void>;
}
