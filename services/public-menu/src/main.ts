import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readPublicMenuEnv } from './env.ts';

run('public-menu', () => {
  const env = readPublicMenuEnv();
  const deps = makeDeps(env);
  return {
    ...deps,
    env,
    listener: makeApp(deps),
    async stop(closeServer) {
      // First: the server would take their quiet connections for idle ones and end them all at once.
      await deps.streams.close();
      await closeServer();
      await deps.close();
    },
  };
});
