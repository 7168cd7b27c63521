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
// folder per reader, readable by that reader's group only; it is rewritten on each run.

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

type Installation = Record<(typeof RANDOM)[number] | 'jwt_private_key' | 'jwt_public_key' | 'ai_api_key', string>;

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
  // Empty unless the operator gives one.
  AI_API_KEY: (secrets) => secrets.ai_api_key,
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
  const aiKeyFile = join(folder, 'ai_api_key');
  const ai_api_key = existsSync(aiKeyFile) ? readFileSync(aiKeyFile, 'utf8').trimEnd() : '';
  console.log(made.length > 0 ? `Made ${made.join(', ')}.` : 'All secrets are there.');
  return { ...Object.fromEntries(random), jwt_private_key, jwt_public_key: String(jwt_public_key), ai_api_key };
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
