import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readServiceEnv } from './env.ts';

runService('auth', readServiceEnv, makeDeps, makeApp);
