import { tenantChanged } from '@tavola/contracts/events.ts';
import { MENU_CACHE_PREFIX, MENU_SOURCES } from '@tavola/contracts/public-menu.ts';
import type { Site } from '@tavola/contracts/site.ts';
import { sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { asTenant, NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { sweepKeys } from '@tavola/service-kit/http/idempotency.ts';
import {
  type ChangePublisher,
  makeChangePublisher,
  measuredPublisher,
} from '@tavola/service-kit/messaging/change-publisher.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import { sweepConfirmations } from './confirmation/confirmation-store.ts';
import { sweepEmailChanges } from './email-change/email-change-store.ts';
import type { AuthEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { sweepDevices } from './kitchen-device/device-store.ts';
import { type BackgroundTasks, makeBackgroundTasks } from './mail/background-tasks.ts';
import { withFooter } from './mail/mail-footer.ts';
import { type Mailer, makeMailer } from './mail/mailer.ts';
import { sweepResets } from './reset/reset-store.ts';
import { type TokenIssuer, tokenIssuer } from './session/access-token.ts';
import { type KnownDevices, knownDevices } from './session/known-device.ts';
import { type LimitedLogin, limitedLogin } from './session/login-limits.ts';
import { sweepSessions } from './session/session-store.ts';
import { sweepInvitations } from './team/invitation-store.ts';
import { CHANGE_COLUMNS, type TenantChange } from './tenant/changed-addresses.ts';
import { sweepSlugs } from './tenant/former-slugs.ts';
import { type SecretBox, secretBox } from './two-factor/secret-box.ts';

/** The dependencies of auth's routes. */
export interface Deps extends ServiceDeps<PrismaClient> {
  changePublisher: ChangePublisher<TenantChange>;
  issueToken: TokenIssuer;
  passwordMinLength: number;
  /** The site's origin, for links in mail. */
  publicOrigin: string;
  secretBox: SecretBox;
  knownDevices: KnownDevices;
  limitedLogin: LimitedLogin;
  /** Multiplies limits on mail. */
  rateLimitFactor: number;
  mailer: Mailer;
  /** What the operator says about itself. */
  site: Site;
  later: BackgroundTasks;
  warmUp(): Promise<unknown>;
}

/** Creates auth's dependencies. */
export function makeDeps(env: AuthEnv): Deps {
  const common = serviceDeps('auth', env, { makeDb: (options) => new PrismaClient(options) });
  const { db, pool, log, metrics } = common;
  const redis = makeFailFastRedis(env.REDIS_CACHE_URL, 'auth', log);
  const menuCache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
  const publisher = makeChangePublisher(redis, menuCache, 'tenant', tenantChanged, log, {
    pool,
    selectAfter: (time) => `SELECT ${CHANGE_COLUMNS} FROM tenant WHERE changed_at > ${time}`,
  });
  const changePublisher = measuredPublisher(metrics, tenantChanged, publisher);
  const site: Site = {
    ...(env.SUPPORT_EMAIL && { supportEmail: env.SUPPORT_EMAIL }),
    ...(env.TERMS_URL && { termsUrl: env.TERMS_URL }),
    ...(env.PRIVACY_URL && { privacyUrl: env.PRIVACY_URL }),
  };
  const mailer = withFooter(makeMailer(env.MAIL_URL, env.MAIL_FROM), site);
  const later = makeBackgroundTasks(log);
  const stopSweeping = startSweeping(
    () =>
      Promise.all([
        sweepSessions(db),
        sweepResets(db),
        sweepConfirmations(db),
        sweepEmailChanges(db),
        sweepInvitations(db),
        sweepDevices(db),
        sweepSlugs(db),
        sweepKeys(db),
      ]),
    'not everything was swept away',
    log,
  );
  return {
    ...common,
    changePublisher,
    issueToken: tokenIssuer(env.JWT_PRIVATE_KEY),
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    publicOrigin: env.PUBLIC_ORIGIN,
    secretBox: secretBox(env.TWO_FACTOR_KEY),
    knownDevices: knownDevices(env.JWT_PRIVATE_KEY),
    limitedLogin: limitedLogin(sharedCounters(redis, log), env.RATE_LIMIT_FACTOR),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    mailer,
    site,
    later,
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.tenant.findFirst()),
    async close() {
      stopSweeping();
      await later.close();
      mailer.close();
      await changePublisher.close();
      closeRedis(redis);
      await common.close();
    },
  };
}
