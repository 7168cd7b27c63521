import { tokenCheck } from '@tavola/service-kit/access.ts';
import { run, serve, stopOnSignal } from '@tavola/service-kit/lifecycle.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { makeApp } from './app.ts';
import { readGatewayEnv } from './env.ts';
import { makeRequestLog } from './request-log.ts';

run('gateway', async () => {
  const env = readGatewayEnv();
  const log = makeLog('gateway', env.LOG_LEVEL);
  const requestLog = makeRequestLog('gateway', (lines) => process.stdout.write(lines));
  const { listener, endStreams } = makeApp({
    services: {
      auth: env.AUTH_URL,
      menu: env.MENU_URL,
      'public-menu': env.PUBLIC_MENU_URL,
      qr: env.QR_URL,
      analytics: env.ANALYTICS_URL,
      admin: env.ADMIN_URL,
    },
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    trustedProxies: env.TRUSTED_PROXIES,
    log,
    ...(log.isLevelEnabled('info') && { requestLog }),
  });
  const { url, close } = await serve(listener, { host: env.HOST, port: env.PORT });
  log.info({ url }, 'gateway is up');
  stopOnSignal(log, async () => {
    // Side by side: whoever comes back finds another gateway, since this one takes no new connection.
    await Promise.all([close(), endStreams()]);
    requestLog.flush();
  });
});
