import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { readWorkerEnv } from './env.ts';
import { startWorker } from './start-worker.ts';

runService('qr-worker', readWorkerEnv, startWorker);
