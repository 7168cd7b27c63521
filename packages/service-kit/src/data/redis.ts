import pTimeout from 'p-timeout';
import { createClient, type RedisClientOptions, type RedisClientType } from 'redis';
import type { Logger } from '../observability/log.ts';

/** A Redis client as every process here uses it. */
export type Redis = RedisClientType;

/**
 * How long a command may take, in milliseconds. node-redis's own `timeout` ends when the command is sent, so a hung
 * server would hang writers.
 */
const COMMAND_TIMEOUT_MS = 500;

/** How long the connection of a prompt client may be silent, in milliseconds, be it over a command or over nothing. */
const SILENCE_MS = 600;

/**
 * A client for the Redis at `url`, connecting in the background and again after every loss. While it is not connected
 * commands fail at once instead of queueing up; one that is not answered in 500 ms fails too, though it may yet be done.
 */
export const makeRedis = (url: string, name: string, log: Logger): Redis =>
  bounded(connect(url, name, log, { disableOfflineQueue: true }), COMMAND_TIMEOUT_MS);

/**
 * As `makeRedis`, for a client whose words must get through as soon as Redis can be reached again, however long it could
 * not. A connection that leaves a command or a ping unanswered for 600 ms, never less, is given up with all that waits on
 * it and made anew: TCP would go on repeating itself for minutes, at ever longer intervals. Attempts to connect follow one
 * another by at most 100 ms; each gives up after 250 ms without a connection, or 600 ms without a word on it.
 */
export function makeFailFastRedis(url: string, name: string, log: Logger): Redis {
  const client = connect(url, name, log, {
    disableOfflineQueue: true,
    pingInterval: 200,
    socket: promptSocket(SILENCE_MS),
  });
  return bounded(client, SILENCE_MS, () => {
    // Commands that keep being written look like life to the socket's own time-out.
    if (!client.isReady) return;
    log.warn({ redis: name }, 'redis does not answer: connecting anew');
    client.destroy();
    client
      .connect()
      .catch((error: Error) => log.warn({ redis: name, reason: error.message }, 'redis connection ended'));
  });
}

/**
 * As `makeRedis`, for a client that waits for work: its commands may take as long as they like, and those given while it
 * is not connected are sent once it is.
 */
export const makeBlockingRedis = (url: string, name: string, log: Logger): Redis => connect(url, name, log, {});

/**
 * As `makeBlockingRedis`, for a client that hears something all the time: a connection that is silent for `silenceMs` is
 * given up and made anew.
 */
export const makeListeningRedis = (url: string, name: string, log: Logger, silenceMs: number): Redis =>
  connect(url, name, log, {
    socket: promptSocket(silenceMs),
  });

/** Gives up soon on a connection that can't be made or is silent, and tries again at once. */
const promptSocket = (silenceMs: number) => ({
  connectTimeout: 250,
  socketTimeout: silenceMs,
  reconnectStrategy: () => 50 + Math.floor(Math.random() * 50),
});

/**
 * `client`, with every command bounded to `ms`; `onLate` is called for each that took longer. What `client` makes of itself
 * (`withTypeMapping`) is bounded too.
 */
function bounded(client: Redis, ms: number, onLate = () => {}): Redis {
  const late = (command: string): never => {
    onLate();
    throw new Error(`${command} was not answered in time`);
  };
  return new Proxy(client, {
    get(_client, method) {
      const value = Reflect.get(client, method, client);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result = value.apply(client, args);
        // An error made up front would cost more than the rest of the time limit.
        if (result instanceof Promise) {
          return pTimeout(result, { milliseconds: ms, fallback: () => late(String(method)) });
        }
        return isClient(result) ? bounded(result, ms, onLate) : result;
      };
    },
  });
}

const isClient = (value: unknown): value is Redis =>
  typeof value === 'object' && value !== null && 'sendCommand' in value;

function connect(url: string, name: string, log: Logger, more: RedisClientOptions): Redis {
  const client = createClient({
    url,
    name,
    RESP: 2,
    pingInterval: 5_000,
    socket: {
      connectTimeout: 1_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 5), 1_000) + Math.floor(Math.random() * 50),
    },
    ...more,
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

/** Whether `client` is connected and usable now. */
export const isUp = (client: Redis): boolean => client.isReady;

/** Ends the connection, whatever state it is in. */
export function closeRedis(client: Redis): void {
  if (client.isOpen) client.destroy();
}
