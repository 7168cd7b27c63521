import { run, serve, stopOnSignal } from '@tavola/service-kit/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readMenuEnv } from './env.ts';

run('menu', async () => {
  const env = readMenuEnv();
  const deps = makeDeps(env);
  const { url, close } = await serve(makeApp(deps), { host: env.HOST, port: env.PORT });
  deps.log.info({ url }, 'menu is up');
  stopOnSignal(deps.log, async () => {
    await close();
    await deps.close();
  });
});
