import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** What is cut out wherever it stands; `body` is what body-parser leaves on the error of a body that it can't read. */
const SECRETS = ['authorization', 'body', 'cookie', 'password', 'passwordHash', 'token'];

/**
 * A process's structured logger: one JSON object a line, on stdout unless `to` is given, with the process's name. Secrets are cut out where
 * a request or an error might carry them.
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
