import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Fields that are redacted. `body` is what body-parser leaves on the error for an unreadable body. */
const SECRETS = ['authorization', 'body', 'cookie', 'password', 'passwordHash', 'token'];

/**
 * A process's structured logger: one JSON object a line, with the process's name, on stdout unless `to` is given. Secrets are
 * redacted where a request or an error might carry them.
 */
export function makeLog(name: string, level = 'info', to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  };
  return to ? pino(options, to) : pino(options);
}
