import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readQrEnv } from './env.ts';

runService('qr', readQrEnv, makeDeps, makeApp);
