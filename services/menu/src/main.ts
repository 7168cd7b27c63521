import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readMenuEnv } from './env.ts';

run('menu', () => {
  const env = readMenuEnv();
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
