import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readQrEnv } from './env.ts';

run('qr', () => {
  const env = readQrEnv();
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
