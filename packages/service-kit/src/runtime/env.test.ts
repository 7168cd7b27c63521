import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { baseUrl, EnvError, port, postgresUrl, processEnv, readEnv, redisUrl, secret } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'tavola-env-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const message = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as EnvError).message;
  }
  return expect.fail('nothing was thrown');
};

describe('reading the environment', () => {
  it('returns the declared variables, converted and with defaults, and no others', () => {
    const env = readEnv({ ...processEnv, NAME: z.string() }, { PORT: '8080', NAME: 'x', OTHER: 'y' });
    expect(env).toEqual({ HOST: '127.0.0.1', PORT: 8080, LOG_LEVEL: 'info', NAME: 'x' });
  });

  it('names all missing and invalid variables in one error, without the values of secrets', () => {
    const shape = { A: z.string(), PORT: port, DATABASE_URL: postgresUrl, SERVICE_TOKEN: secret };
    const said = message(() =>
      readEnv(shape, { PORT: '70000', SERVICE_TOKEN: 'hunter2', DATABASE_URL: 'mysql://u:p4ss@h/d' }),
    );
    expect(said).toContain('A: is not set');
    expect(said).toMatch(/PORT: .*65535/);
    expect(said).toContain('DATABASE_URL: must be a postgres:// URL');
    expect(said).toContain('SERVICE_TOKEN: must be at least 32 characters long');
    expect(said).not.toMatch(/hunter2|p4ss/);
  });

  it('treats an empty value as missing', () => {
    expect(message(() => readEnv({ A: z.string() }, { A: '' }))).toContain('A: is not set');
    expect(readEnv({ A: z.string().default('given') }, { A: '' })).toEqual({ A: 'given' });
  });

  it('reads a value from a file, without the newline at its end and a mark of its encoding', () => {
    const A_FILE = file('a', 'se cret\n\n');
    expect(readEnv({ A: z.string() }, { A_FILE })).toEqual({ A: 'se cret' });
    expect(readEnv({ A: z.string() }, { A_FILE: file('crlf', 'secret\r\n') })).toEqual({ A: 'secret' });
    expect(readEnv({ A: z.string() }, { A_FILE: file('bom', '\uFEFFsecret\n') })).toEqual({ A: 'secret' });
    const pem = '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----';
    expect(readEnv({ A: z.string() }, { A_FILE: file('pem', `${pem}\n`) })).toEqual({ A: pem });
  });

  it('prefers a value to its file, unless it is empty', () => {
    const A_FILE = file('b', 'from the file');
    expect(readEnv({ A: z.string() }, { A: 'direct', A_FILE })).toEqual({ A: 'direct' });
    expect(readEnv({ A: z.string() }, { A: '', A_FILE })).toEqual({ A: 'from the file' });
  });

  it('names a file that cannot be read, and treats an empty file as missing', () => {
    const missing = join(folder, 'missing');
    const said = message(() => readEnv({ A: z.string() }, { A_FILE: missing }));
    expect(said).toContain(`A_FILE: cannot read ${missing} (ENOENT)`);
    expect(message(() => readEnv({ A: z.string() }, { A_FILE: file('empty', '\n') }))).toContain('A: is not set');
  });
});

describe('kinds of values', () => {
  it.each([
    ['a port', port, ['0', '80', '65535'], ['-1', '65536', '1.5', 'http', 'NaN']],
    ['a base URL', baseUrl, ['http://auth:4001', 'https://x.example/'], ['auth:4001', 'ftp://x', '//x', 'x']],
    ['a Redis URL', redisUrl, ['redis://localhost', 'rediss://:p@h:1/2'], ['http://localhost', 'localhost:6379']],
    ['a PostgreSQL URL', postgresUrl, ['postgres://h/d', 'postgresql://u:p@h:1/d'], ['mysql://h/d', 'h/d']],
    ['a secret', secret, ['x'.repeat(32)], ['x'.repeat(31)]],
  ])('%s', (_what, kind, right, wrong) => {
    for (const value of right) expect(kind.safeParse(value).success, value).toBe(true);
    for (const value of wrong) expect(kind.safeParse(value).success, value).toBe(false);
  });

  it('a base URL is returned without the slash at its end', () => {
    expect(baseUrl.parse('http://auth:4001//')).toBe('http://auth:4001');
  });
});
