import { readFileSync } from 'node:fs';
import { type CalledBy, type ProcessName, TOPOLOGY, type UrlSetting, urlSetting } from '@tavola/contracts/topology.ts';
import { z } from 'zod';

/** Thrown when the environment is invalid. The message names every wrong variable and its error. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads the variables named by `shape` from `source`. Where `NAME` is absent and `NAME_FILE` is given, the value is that
 * file's text without trailing newlines (secrets as files). An empty value counts as absent.
 * @throws EnvError naming each variable that is missing or wrong.
 */
export function readEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  source: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(shape)) {
    const value = source[name] || fromFile(name, source[`${name}_FILE`]);
    if (value) values[name] = value;
  }
  const parsed = z.object(shape).safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${name in values ? issue.message : 'is not set'}`;
  });
  throw new EnvError(`The environment is incomplete:\n${lines.join('\n')}`);
}

function fromFile(name: string, path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    // Some editors begin a file with a mark of its encoding.
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n+$/, '');
  } catch (error) {
    throw new EnvError(`${name}_FILE: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** A TCP port, 0 for any free one. */
export const port = z.coerce.number().int().min(0).max(65535);

/** An http(s) base URL, given without a trailing slash. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((value) => value.replace(/\/+$/, ''));

/** The URLs of the services that `Name` calls, by variable. */
type CalledEnv<Name extends ProcessName> = { [Called in CalledBy<Name> as UrlSetting<Called>]: typeof baseUrl };

/** The variables with the URLs of the services that `name` calls, as the topology says. */
export const calledEnv = <Name extends ProcessName>(name: Name) =>
  Object.fromEntries(TOPOLOGY[name].calls.map((called) => [urlSetting(called), baseUrl])) as CalledEnv<Name>;

/** The URLs of the services that `name` calls, by service, from its environment. */
export const calledUrls = <Name extends ProcessName>(
  name: Name,
  env: Readonly<Record<UrlSetting<CalledBy<Name>>, string>>,
) =>
  Object.fromEntries(
    TOPOLOGY[name].calls.map((called: CalledBy<Name>) => [
      called,
      env[urlSetting(called) as UrlSetting<CalledBy<Name>>],
    ]),
  ) as Record<CalledBy<Name>, string>;

/** A page of the operator's, as it is linked. */
export const pageUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .max(500, { error: 'is longer than 500 characters' });

/** A PostgreSQL connection URL. */
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });

/** A Redis connection URL. */
export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' });

/** A secret of at least 32 characters. */
export const secret = z.string().min(32, { error: 'must be at least 32 characters long' });

/** Whether admins need two-factor sign-in. Default: only in production. */
export const adminTwoFactor = (isProduction: boolean) =>
  z.enum(['required', 'optional']).default(isProduction ? 'required' : 'optional');

/** The public key that verifies access tokens (PEM). */
export const publicKeyPem = z.string().includes('PUBLIC KEY', { error: 'must be a PEM public key' });

/** Multiplies the limits in docs/limits.md. */
export const rateLimitFactor = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** Variables of every process. */
export const workerEnv = {
  /** The address that it listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** Port for metrics and health, for operators only; closed unless it is set. */
  METRICS_PORT: port.optional(),
  /** How long it keeps serving after a stop signal, in milliseconds, so that no requests are routed to it when it closes. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(5_000).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/** Variables of every process that serves requests. */
export const processEnv = { ...workerEnv, PORT: port };

/** Variables of every service with a database. */
export const serviceEnv = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
};
