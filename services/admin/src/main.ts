import { runService } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readAdminEnv } from './env.ts';

runService('admin', readAdminEnv, makeDeps, makeApp);
