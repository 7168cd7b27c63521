import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readServiceEnv } from './env.ts';

run('public-menu', () => {
  const env = readServiceEnv();
  const deps = makeDeps(env);
  return {
    ...deps,
    env,
    listener: makeApp(deps),
    async stop(closeServer) {
      // First: the server would treat these quiet connections as idle and close them all together.
      await deps.streams.close();
      await closeServer();
      await deps.close();
    },
  };
});
