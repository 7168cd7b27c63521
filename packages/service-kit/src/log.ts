import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * A process's structured logger: one JSON object a line on stdout, with the process's name. Secrets are cut out where
 * a request or an error might carry them.
 */
export function makeLog(name: string, level = 'info'): Logger {
  return pino({
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', '*.authorization', 'password', '*.password', 'token', '*.token', 'cookie', '*.cookie'],
      censor: '[redacted]',
    },
  });
}
