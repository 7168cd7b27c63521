import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readAuthEnv } from './env.ts';

runService('auth', readAuthEnv, makeDeps, makeApp);
