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
    // First: the server would take their quiet connections for idle ones and end them all at once.
    await deps.streams.close();
    await close();
    await deps.close();
  });
});
