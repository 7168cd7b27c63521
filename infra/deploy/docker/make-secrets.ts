import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Creates an installation's missing secrets and gives each process the secrets it needs.
//
//   node infra/deploy/docker/make-secrets.ts /installation /run/secrets
//
// The first folder holds the installation's secrets: existing files are kept, missing ones are created. The second has one
// folder per reader, readable by that reader's group only; it is rewritten on each run.

/** The services with a database. */
const OWNERS = ['auth', 'menu', 'qr', 'media', 'analytics', 'admin'] as const;

const passwordOf = (owner: (typeof OWNERS)[number]) => `${owner}_db_password` as const;

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

const database = (owner: (typeof OWNERS)[number]) => (secrets: Installation) => ({
  database_url: `postgres://${owner}_app:${encodeURIComponent(secrets[passwordOf(owner)])}@postgres:5432/tavola`,
});
const cacheUrl = (secrets: Installation) => ({
  redis_cache_url: `redis://:${encodeURIComponent(secrets.redis_cache_password)}@redis-cache:6379`,
});
const queueUrl = (secrets: Installation) => ({
  redis_queue_url: `redis://:${encodeURIComponent(secrets.redis_queue_password)}@redis-queue:6379`,
});
const publicKey = ({ jwt_public_key }: Installation) => ({ jwt_public_key });
const privateKey = ({ jwt_private_key }: Installation) => ({ jwt_private_key });
const serviceToken = ({ service_token }: Installation) => ({ service_token });
/** Empty unless the operator gives one. */
const aiKey = ({ ai_api_key }: Installation) => ({ ai_api_key });
const twoFactorKey = ({ two_factor_key }: Installation) => ({ two_factor_key });
const migrations = (secrets: Installation) => ({
  database_admin_url: `postgres://postgres:${encodeURIComponent(secrets.postgres_password)}@postgres:5432/tavola`,
  ...Object.fromEntries(OWNERS.map((owner) => [passwordOf(owner), secrets[passwordOf(owner)]])),
});

const reader = (group: number, ...parts: Reader['files'][]): Reader => ({
  group,
  files: (secrets) => Object.assign({}, ...parts.map((part) => part(secrets))),
});

/** Which process reads which secrets. */
const READERS: Readonly<Record<string, Reader>> = {
  gateway: reader(10_001, cacheUrl, publicKey, serviceToken),
  auth: reader(10_002, database('auth'), cacheUrl, privateKey, publicKey, serviceToken, twoFactorKey),
  menu: reader(10_003, database('menu'), cacheUrl, publicKey, serviceToken, aiKey),
  'public-menu': reader(10_004, cacheUrl, serviceToken),
  qr: reader(10_005, database('qr'), queueUrl, publicKey, serviceToken),
  'qr-worker': reader(10_006, database('qr'), queueUrl),
  analytics: reader(10_007, database('analytics'), queueUrl, publicKey, serviceToken),
  admin: reader(10_008, database('admin'), publicKey, serviceToken),
  migrate: reader(10_009, migrations),
  postgres: reader(10_010, ({ postgres_password }) => ({ password: postgres_password })),
  'redis-cache': reader(10_011, (secrets) => ({ 'redis.conf': `requirepass "${secrets.redis_cache_password}"` })),
  'redis-queue': reader(10_012, (secrets) => ({ 'redis.conf': `requirepass "${secrets.redis_queue_password}"` })),
  media: reader(10_013, database('media'), queueUrl, publicKey, serviceToken),
  'media-worker': reader(10_014, database('media'), queueUrl),
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
