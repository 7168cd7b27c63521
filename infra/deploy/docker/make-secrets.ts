import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  databaseOf,
  IN_FILES,
  OWNERS,
  type Owner,
  PROCESSES,
  type ProcessName,
  settingsOf,
  TOPOLOGY,
} from '@tavola/contracts/topology.ts';

// Creates an installation's missing secrets and gives each process the secrets it needs.
//
//   node infra/deploy/docker/make-secrets.ts /installation /run/secrets
//
// The first folder holds the installation's secrets: existing files are kept, missing ones are created. The second has one
// folder per reader, readable by that reader's group only; it is rewritten on each run. MAIL_URL, STORAGE_URL and the ALERT_*
// variables are read here only, so that no process has them in its environment; a file of that name in the first folder, as
// in mail_url, counts before the variable.

const passwordOf = (owner: Owner) => `${owner}_db_password` as const;

/** Secrets that are just long random text. */
const RANDOM = [
  'service_token',
  'two_factor_key',
  'postgres_password',
  ...OWNERS.map(passwordOf),
  'redis_cache_password',
  'redis_queue_password',
] as const;

/** Secrets that only an operator can give, with the value that they have otherwise. */
const GIVEN = {
  ai_api_key: '',
  mail_url: 'console:',
  storage_url: 'file:///pictures',
  alert_email: '',
  alert_slack_url: '',
  alert_webhook_url: '',
} as const;

type Installation = Record<(typeof RANDOM)[number] | keyof typeof GIVEN | 'jwt_private_key' | 'jwt_public_key', string>;

/** What a message about alerts says. */
const SUMMARIES = '{{ range .Alerts }}{{ .Annotations.summary }}\n{{ end }}';

/** Minimum length of a password that an operator sets. */
const MIN_LENGTH = 32;

interface Reader {
  /** The group of its processes (Compose: `group_add`). */
  group: number;
  files(secrets: Installation): Record<string, string>;
}

/** The secrets that are given in files, by the setting that names them. */
const VALUES: Readonly<Record<(typeof IN_FILES)[number], (secrets: Installation, database?: Owner) => string>> = {
  DATABASE_URL: (secrets, owner) =>
    owner ? `postgres://${owner}_app:${encodeURIComponent(secrets[passwordOf(owner)])}@postgres:5432/tavola` : '',
  REDIS_CACHE_URL: (secrets) => `redis://:${encodeURIComponent(secrets.redis_cache_password)}@redis-cache:6379`,
  REDIS_QUEUE_URL: (secrets) => `redis://:${encodeURIComponent(secrets.redis_queue_password)}@redis-queue:6379`,
  JWT_PRIVATE_KEY: (secrets) => secrets.jwt_private_key,
  JWT_PUBLIC_KEY: (secrets) => secrets.jwt_public_key,
  SERVICE_TOKEN: (secrets) => secrets.service_token,
  TWO_FACTOR_KEY: (secrets) => secrets.two_factor_key,
  AI_API_KEY: (secrets) => secrets.ai_api_key,
  MAIL_URL: (secrets) => secrets.mail_url,
  STORAGE_URL: (secrets) => secrets.storage_url,
};

/** What a process of ours reads: the secrets among its settings. */
function processReader(name: ProcessName): Reader {
  const settings: readonly string[] = settingsOf(name);
  const read = IN_FILES.filter((setting) => settings.includes(setting));
  return {
    group: TOPOLOGY[name].group,
    files: (secrets) =>
      Object.fromEntries(read.map((setting) => [setting.toLowerCase(), VALUES[setting](secrets, databaseOf(name))])),
  };
}

/** Which process reads which secrets. */
const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(PROCESSES.map((name) => [name, processReader(name)])),
  migrate: {
    group: 10_009,
    files: (secrets) => ({
      database_admin_url: `postgres://postgres:${encodeURIComponent(secrets.postgres_password)}@postgres:5432/tavola`,
      ...Object.fromEntries(OWNERS.map((owner) => [passwordOf(owner), secrets[passwordOf(owner)]])),
    }),
  },
  demo: { group: 10_015, files: ({ storage_url }) => ({ storage_url }) },
  alertmanager: { group: 10_016, files: (secrets) => ({ 'alertmanager.yml': alertmanagerConfig(secrets) }) },
  postgres: { group: 10_010, files: ({ postgres_password }) => ({ password: postgres_password }) },
  'redis-cache': {
    group: 10_011,
    files: ({ redis_cache_password }) => ({ 'redis.conf': `requirepass "${redis_cache_password}"` }),
  },
  'redis-queue': {
    group: 10_012,
    files: ({ redis_queue_password }) => ({ 'redis.conf': `requirepass "${redis_queue_password}"` }),
  },
};

try {
  const [own, readers] = process.argv.slice(2);
  if (!own || !readers) throw new Error('Say where the secrets are kept and where the readers find theirs.');
  hand(installation(own), readers);
} catch (error) {
  console.error(`No secrets: ${(error as Error).message}`);
  process.exit(1);
}

/** The secrets in `folder`; missing ones are created. */
function installation(folder: string): Installation {
  mkdirSync(folder, { recursive: true });
  const made: string[] = [];
  const keep = (name: string, make: () => string) => {
    const file = join(folder, name);
    if (!existsSync(file)) {
      // Never overwrite a secret: data and sessions depend on it.
      writeFileSync(file, `${make()}\n`, { mode: 0o400, flag: 'wx' });
      made.push(name);
    }
    const value = readFileSync(file, 'utf8').trimEnd();
    if (value.length < MIN_LENGTH) throw new Error(`${name} must be at least ${MIN_LENGTH} characters long`);
    return value;
  };
  const jwt_private_key = keep('jwt_private_key', newKey);
  const jwt_public_key = createPublicKey(createPrivateKey(jwt_private_key)).export({ format: 'pem', type: 'spki' });
  const random = RANDOM.map((name) => [name, keep(name, () => randomBytes(32).toString('base64url'))]);
  const given = Object.entries(GIVEN).map(([name, otherwise]) => {
    const file = join(folder, name);
    const value = existsSync(file) ? readFileSync(file, 'utf8').trim() : process.env[name.toUpperCase()]?.trim();
    return [name, value || otherwise];
  });
  console.log(made.length > 0 ? `Made ${made.join(', ')}.` : 'All secrets are there.');
  return {
    ...Object.fromEntries([...random, ...given]),
    jwt_private_key,
    jwt_public_key: String(jwt_public_key),
  };
}

/**
 * Alertmanager's configuration (JSON is YAML): each alert goes to all receivers that were given, those that need somebody now
 * again every hour, the others once a day.
 * @throws Error naming the setting that is wrong.
 */
function alertmanagerConfig({ mail_url, alert_email, alert_slack_url, alert_webhook_url }: Installation): string {
  for (const [name, url] of Object.entries({
    ALERT_SLACK_URL: alert_slack_url,
    ALERT_WEBHOOK_URL: alert_webhook_url,
  })) {
    if (url && !/^https?:\/\/[^/]/.test(url)) throw new Error(`${name} must be an http(s) URL`);
  }
  const receiver = {
    name: 'operators',
    ...(alert_email && { email_configs: [{ to: alert_email, send_resolved: true }] }),
    ...(alert_slack_url && {
      slack_configs: [
        { api_url: alert_slack_url, send_resolved: true, text: SUMMARIES, title: '{{ .GroupLabels.alertname }}' },
      ],
    }),
    ...(alert_webhook_url && { webhook_configs: [{ url: alert_webhook_url, send_resolved: true }] }),
  };
  return JSON.stringify(
    {
      ...(alert_email && { global: mailSettings(mail_url) }),
      route: {
        receiver: receiver.name,
        group_by: ['alertname'],
        repeat_interval: '24h',
        routes: [{ matchers: ['severity="page"'], receiver: receiver.name, repeat_interval: '1h' }],
      },
      receivers: [receiver],
    },
    null,
    2,
  );
}

/** How Alertmanager reaches the mail server at `mailUrl`. */
function mailSettings(mailUrl: string): Record<string, unknown> {
  if (!/^smtps?:/.test(mailUrl))
    throw new Error('ALERT_EMAIL needs a mail server: set MAIL_URL to smtps://… or smtp://…');
  const { protocol, hostname, port, username, password } = new URL(mailUrl);
  const isTls = protocol === 'smtps:';
  return {
    smtp_smarthost: `${hostname}:${port || (isTls ? 465 : 25)}`,
    smtp_from: process.env.MAIL_FROM || 'Tavola <no-reply@localhost>',
    // A password never travels in the clear.
    smtp_require_tls: isTls || Boolean(username),
    ...(username && {
      smtp_auth_username: decodeURIComponent(username),
      smtp_auth_password: decodeURIComponent(password),
    }),
  };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** Writes each reader's secrets, readable by its group only. */
function hand(secrets: Installation, folder: string): void {
  for (const [name, { group, files }] of Object.entries(READERS)) {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    chownSync(own, 0, group);
    chmodSync(own, 0o750);
    for (const [file, value] of Object.entries(files(secrets))) {
      const path = join(own, file);
      const text = `${value.trimEnd()}\n`;
      // A process that is starting must not read a half-written file.
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text, { mode: 0o440 });
      chownSync(path, 0, group);
      chmodSync(path, 0o440);
    }
  }
}
