import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readAnalyticsEnv } from './env.ts';

runService('analytics', readAnalyticsEnv, makeDeps, makeApp);
