import { run, serve, stopOnSignal } from '@tavola/service-kit/lifecycle.ts';
import { makeApp } from './app.ts';
import { makeDeps } from './deps.ts';
import { readPublicMenuEnv } from './env.ts';

run('public-menu', async () => {
  const env = readPublicMenuEnv();
  const deps = makeDeps(env);
  const { url, close } = await serve(makeApp(deps), { host: env.HOST, port: env.PORT });
  deps.log.info({ url }, 'public-menu is up');
  stopOnSignal(deps.log, async () => {
    await Promise.all([close(), deps.streams.close()]);
    await deps.close();
  });
});
