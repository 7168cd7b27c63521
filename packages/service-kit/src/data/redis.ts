import pTimeout from 'p-timeout';
import { RedisClient, type RedisClientOptions, type RedisClientType } from 'redis';
import type { Logger } from '../observability/log.ts';

/** A Redis client as every process here uses it. */
export type Redis = RedisClientType;

/**
 * How long a command may take, in milliseconds. node-redis's own `timeout` ends when the command is sent, so a hung server
 * would block writers.
 */
const COMMAND_TIMEOUT_MS = 500;

/** How long a fail-fast client's connection may be silent, in milliseconds, with or without a pending command. */
const SILENCE_MS = 600;

/**
 * A client for the Redis at `url`. It connects in the background and reconnects after every loss. While disconnected, commands
 * fail immediately instead of queueing. A command unanswered for 500 ms fails too, though it may still be executed.
 */
export const makeRedis = (url: string, name: string, log: Logger): Redis =>
  bounded(connect(url, name, log, { disableOfflineQueue: true }), COMMAND_TIMEOUT_MS);

/**
 * As `makeRedis`, for a client whose commands must get through as soon as Redis is reachable again, however long the outage
 * was. A connection that leaves a command or a ping unanswered for 600 ms, never less, is dropped with everything pending and
 * reopened: TCP would retransmit for minutes, at ever longer intervals. Connection attempts are at most 100 ms apart. Each
 * gives up after 250 ms without a connection, or after 600 ms of silence on it.
 */
export function makeFailFastRedis(url: string, name: string, log: Logger): Redis {
  const client = connect(url, name, log, {
    disableOfflineQueue: true,
    pingInterval: 200,
    socket: promptSocket(SILENCE_MS),
  });
  return bounded(client, SILENCE_MS, () => {
    // Outgoing commands count as activity for the socket's own timeout, so it would not fire.
    if (!client.isReady) return;
    log.warn({ redis: name }, 'redis does not answer, reconnecting');
    client.destroy();
    client
      .connect()
      .catch((error: Error) => log.warn({ redis: name, reason: error.message }, 'redis connection ended'));
  });
}

/**
 * As `makeRedis`, for a client that waits for work: its commands have no timeout, and those sent while it is disconnected
 * wait until it reconnects.
 */
export const makeBlockingRedis = (url: string, name: string, log: Logger): Redis => connect(url, name, log, {});

/**
 * As `makeBlockingRedis`, for a client that constantly receives data: a connection that is silent for `silenceMs` is dropped
 * and reopened.
 */
export const makeListeningRedis = (url: string, name: string, log: Logger, silenceMs: number): Redis =>
  connect(url, name, log, {
    socket: promptSocket(silenceMs),
  });

/** Drops a connection early if it can't be made or is silent, and reconnects within 100 ms. */
const promptSocket = (silenceMs: number) => ({
  connectTimeout: 250,
  socketTimeout: silenceMs,
  reconnectStrategy: () => 50 + Math.floor(Math.random() * 50),
});

/**
 * `client`, with every command limited to `ms`; `onLate` is called for each that takes longer. Clients derived from it
 * (`withTypeMapping`) are limited too.
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
        // Creating the error up front would cost more than the rest of the time limit.
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

/** Makes clients of one class. `createClient` would make a class with all of Redis's commands for each, which takes 10 ms and more. */
const newClient = RedisClient.factory({ RESP: 2 });

function connect(url: string, name: string, log: Logger, more: RedisClientOptions): Redis {
  const client = newClient({
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
    // A lost server raises an error at every attempt. Only the first is logged.
    if (!isAway) log.warn({ redis: name, reason: error.message }, 'redis unavailable');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info({ redis: name }, 'redis available again');
    isAway = false;
  });
  client.connect().catch((error: Error) => log.warn({ redis: name, reason: error.message }, 'redis connection ended'));
  return client as unknown as Redis;
}

/** Whether `client` is connected and usable now. */
export const isUp = (client: Redis): boolean => client.isReady;

/**
 * Closes the connection in any state. Its errors from then on are ignored: a pending ping fails as an `error` event, which
 * would throw where a user of the client, such as BullMQ, has listeners of its own and has removed them.
 */
export function closeRedis(client: Redis): void {
  client.removeAllListeners('error').on('error', () => {});
  if (client.isOpen) client.destroy();
}
