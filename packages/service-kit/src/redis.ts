import { createClient, type RedisClientType } from 'redis';
import type { Logger } from './log.ts';

/** A Redis client as every process here uses it. */
export type Redis = RedisClientType;

/**
 * How long a command may take, in milliseconds. node-redis's own `timeout` ends when the command is sent, so a hung
 * server would hang writers.
 */
const COMMAND_TIMEOUT_MS = 500;

/**
 * A client for the Redis at `url`, connecting in the background and again after every loss. While it is not connected
 * commands fail at once instead of queueing up; one that is not answered in 500 ms fails too, though it may yet be done.
 */
export const makeRedis = (url: string, name: string, log: Logger): Redis =>
  new Proxy(connect(url, name, log, { disableOfflineQueue: true }), {
    get(client, method) {
      const value = Reflect.get(client, method, client);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result = value.apply(client, args);
        return result instanceof Promise ? answered(result, String(method)) : result;
      };
    },
  });

/**
 * As `makeRedis`, for a client that waits for work: its commands may take as long as they like, and those given while it
 * is not connected are sent once it is.
 */
export const makeBlockingRedis = (url: string, name: string, log: Logger): Redis => connect(url, name, log, {});

function connect(url: string, name: string, log: Logger, more: { disableOfflineQueue?: boolean }): Redis {
  const client = createClient({
    url,
    name,
    RESP: 2,
    pingInterval: 5_000,
    ...more,
    socket: {
      connectTimeout: 1_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 5), 1_000) + Math.floor(Math.random() * 50),
    },
  });
  let isAway = false;
  client.on('error', (error: Error) => {
    // A lost server raises an error at every attempt; one line says it.
    if (!isAway) log.warn({ redis: name, reason: error.message }, 'redis is away');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info({ redis: name }, 'redis is back');
    isAway = false;
  });
  client.connect().catch((error: Error) => log.warn({ redis: name, reason: error.message }, 'redis connection ended'));
  return client as unknown as Redis;
}

/** `reply`, or a rejection when it takes too long. */
async function answered<Reply>(reply: Promise<Reply>, command: string): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${command} was not answered in time`)), COMMAND_TIMEOUT_MS);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether `client` is connected and usable now. */
export const isUp = (client: Redis): boolean => client.isReady;

/** Ends the connection, whatever state it is in. */
export function closeRedis(client: Redis): void {
  if (client.isOpen) client.destroy();
}
