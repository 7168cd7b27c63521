import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// @module-tag full
// Changing a file's group requires root, as in the container that runs this.
describe.runIf(process.getuid?.() === 0)('make-secrets', () => {
  let folder: string;
  let own: string;
  let readers: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tavola-secrets-'));
    chmodSync(folder, 0o755);
    [own, readers] = [join(folder, 'installation'), join(folder, 'readers')];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const program = fileURLToPath(new URL('make-secrets.ts', import.meta.url));
  const make = (given: Record<string, string> = {}) =>
    spawnSync(process.execPath, [program, own, readers], { encoding: 'utf8', env: { ...process.env, ...given } });
  const read = (...path: string[]) => readFileSync(join(readers, ...path), 'utf8').trimEnd();
  const everything = (at: string) =>
    readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  /** Reads as an unprivileged account that is only in the group of `reader`. */
  const readAs = (reader: string, ...path: string[]) => {
    const { gid } = statSync(join(readers, reader));
    return spawnSync('cat', [join(readers, ...path)], { uid: 65_534, gid, encoding: 'utf8' });
  };

  it('hands each process what it needs, and nobody else can read it', () => {
    expect(make().status).toBe(0);
    expect(readAs('auth', 'auth', 'service_token').stdout.trim()).toBe(read('menu', 'service_token'));
    expect(readAs('menu', 'auth', 'jwt_private_key').status).not.toBe(0);
    expect(readAs('auth', 'migrate', 'database_admin_url').status).not.toBe(0);
    expect(everything(readers).filter((file) => file.endsWith('jwt_private_key'))).toHaveLength(1);
    for (const file of everything(readers)) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o440]);
    for (const file of everything(own)) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o400]);
    const groups = readdirSync(readers).map((name) => statSync(join(readers, name)).gid);
    expect(new Set(groups).size).toBe(groups.length);
    const [privateKey, publicKey] = [read('auth', 'jwt_private_key'), read('gateway', 'jwt_public_key')];
    expect(createPublicKey(createPrivateKey(privateKey)).equals(createPublicKey(publicKey))).toBe(true);
    expect(new URL(read('auth', 'database_url')).password).toBe(read('migrate', 'auth_db_password'));
  });

  it('changes nothing that is there, and makes again what was lost', () => {
    make();
    const texts = () => everything(folder).map((file) => [file, readFileSync(file, 'utf8')]);
    const before = texts();
    rmSync(join(readers, 'menu'), { recursive: true });
    expect(make().stdout).toContain('All secrets are there');
    expect(texts()).toEqual(before);
  });

  it("gives the AI's key to menu alone, and an empty one where there is none", () => {
    make();
    expect(read('menu', 'ai_api_key')).toBe('');
    writeFileSync(join(own, 'ai_api_key'), 'sk-ours\n');
    expect(make().status).toBe(0);
    expect(read('menu', 'ai_api_key')).toBe('sk-ours');
    expect(everything(readers).filter((file) => file.endsWith('ai_api_key'))).toHaveLength(1);
  });

  it('gives addresses with passwords to those who need them: of a file, else of the variable, else of nobody', () => {
    make();
    expect([read('auth', 'mail_url'), read('media', 'storage_url')]).toEqual(['console:', 'file:///pictures']);
    const given = { MAIL_URL: 'smtp://variable', STORAGE_URL: 's3+https://KEY:SECRET@s3.example.com/bucket' };
    writeFileSync(join(own, 'mail_url'), 'smtps://ada:secret@mail.example.com\n');
    expect(make(given).status).toBe(0);
    expect(read('auth', 'mail_url')).toBe('smtps://ada:secret@mail.example.com');
    const readers = ['media', 'media-worker', 'demo'];
    expect(readers.map((name) => read(name, 'storage_url'))).toEqual(readers.map(() => given.STORAGE_URL));
    expect(everything(folder).filter((file) => readFileSync(file, 'utf8').includes('KEY:SECRET'))).toHaveLength(3);
  });

  it('gives Alertmanager its receivers', () => {
    const config = () => JSON.parse(read('alertmanager', 'alertmanager.yml'));
    make();
    expect(config()).toMatchObject({ receivers: [{ name: 'operators' }], route: { receiver: 'operators' } });
    const given = {
      MAIL_URL: 'smtps://ada:se%2Fcret@mail.example.com',
      MAIL_FROM: 'Tavola <no-reply@example.com>',
      ALERT_EMAIL: 'ops@example.com',
      ALERT_SLACK_URL: 'https://hooks.example.com/x',
      ALERT_WEBHOOK_URL: 'http://pager.example.com',
    };
    expect(make(given).status).toBe(0);
    expect(config()).toMatchObject({
      global: {
        smtp_smarthost: 'mail.example.com:465',
        smtp_from: 'Tavola <no-reply@example.com>',
        smtp_auth_password: 'se/cret',
        smtp_require_tls: true,
      },
      receivers: [
        {
          email_configs: [{ to: 'ops@example.com' }],
          slack_configs: [{ api_url: 'https://hooks.example.com/x' }],
          webhook_configs: [{ url: 'http://pager.example.com' }],
        },
      ],
    });
  });

  it.each([
    [{ ALERT_EMAIL: 'ops@example.com' }, 'ALERT_EMAIL needs a mail server'],
    [{ ALERT_WEBHOOK_URL: 'pager' }, 'ALERT_WEBHOOK_URL must be an http(s) URL'],
  ])('refuses %j', (given, reason) => {
    expect(make(given)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  });

  it('takes what an operator gives, unless it is short; the message does not repeat it', () => {
    mkdirSync(own);
    writeFileSync(join(own, 'postgres_password'), `${'chosen/by us:'.repeat(4)}\n`);
    expect(make().status).toBe(0);
    const url = new URL(read('migrate', 'database_admin_url'));
    expect(decodeURIComponent(url.password)).toBe('chosen/by us:'.repeat(4));
    expect(read('postgres', 'password')).toBe('chosen/by us:'.repeat(4));
    writeFileSync(join(own, 'service_token'), 'development');
    const refused = make();
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('service_token must be at least 32')]);
    expect(refused.stderr).not.toContain('development');
  });
});
