import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readAdminEnv } from './env.ts';

run('admin', () => {
  const env = readAdminEnv();
  const deps = makeDeps(env);
  return {
    ...deps,
    env,
    listener: makeApp(deps),
    async stop(closeServer) {
      await closeServer();
      await deps.close();
    },
  };
});
