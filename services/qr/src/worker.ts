import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { readWorkerEnv } from './env.ts';
import { startWorkers } from './workers.ts';

runService('qr-worker', readWorkerEnv, startWorkers);
