import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readMenuEnv } from './env.ts';

runService('menu', readMenuEnv, makeDeps, makeApp);
