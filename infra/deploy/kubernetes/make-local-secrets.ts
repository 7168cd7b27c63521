import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNERS } from '@tavola/contracts/topology.ts';
import { localSecrets } from '../../dev/local/secrets.ts';
import { ownerUrl } from '../migrate/owners.ts';

// npm run kubernetes:secrets: creates the secrets of the overlay "local". Existing ones are kept.

const FOLDER = fileURLToPath(new URL('overlays/local/secrets', import.meta.url));

/** Writes every secret of the overlay `local` into `folder`; existing values are kept. */
export function makeLocalSecrets(folder: string): void {
  const { jwtPrivateKey, jwtPublicKey, serviceToken, twoFactorKey, postgresPassword, ownerPasswords } = localSecrets(
    join(folder, 'secrets.json'),
  );
  const write = (path: string, value: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value, { mode: 0o600 });
  };
  /** The random text in a file, which is created if missing. */
  const kept = (path: string): string => {
    if (!existsSync(join(folder, path))) write(path, randomBytes(24).toString('base64url'));
    return readFileSync(join(folder, path), 'utf8');
  };

  write('tokens/jwt_private_key', jwtPrivateKey);
  write('tokens/jwt_public_key', jwtPublicKey);
  write('tokens/service_token', serviceToken);
  write('two-factor/two_factor_key', twoFactorKey);
  for (const name of ['cache', 'queue']) {
    const password = kept(`redis-${name}/password`);
    write(`redis-${name}/redis.conf`, `requirepass "${password}"\n`);
    write(`redis/redis_${name}_url`, `redis://:${password}@redis-${name}:6379`);
  }

  // Mail is written to auth's log.
  write('mail/mail_url', 'console:');
  // Pictures are in the claim.
  write('storage/storage_url', 'file:///pictures');
  // No AI is set up.
  write('ai/ai_api_key', '');
  write('first-admin/admin_email', 'admin@tavola.test');
  kept('first-admin/admin_password');

  const adminUrl = `postgres://postgres:${postgresPassword}@postgres:5432/tavola`;
  write('postgres/password', postgresPassword);
  const lines = (values: readonly (readonly [string, string])[]) =>
    values.map(([key, value]) => `${key}=${value}\n`).join('');
  const passwords = OWNERS.map((owner) => [`${owner}_db_password`, ownerPasswords[owner]] as const);
  write('migrate.env', lines([['database_admin_url', adminUrl], ...passwords]));
  const urls = OWNERS.map((owner) => [owner, ownerUrl(adminUrl, owner, ownerPasswords[owner])] as const);
  write('database.env', lines(urls));
}

if (import.meta.main) {
  makeLocalSecrets(FOLDER);
  console.log(`The secrets are in ${FOLDER}; the admin's password is in first-admin/admin_password.`);
}
