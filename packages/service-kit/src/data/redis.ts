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

/** How long a connection may be silent, in milliseconds, with or without a pending command: its host may be gone without closing it. */
const SILENCE_MS = 2_000;

/** The same for a fail-fast client. */
const FAIL_FAST_SILENCE_MS = 600;

/** The same for a client that waits for work. */
const WAITING_SILENCE_MS = 4_000;

/** How long a command of a client that waits for work may wait, in milliseconds; the next one follows. */
export const LONGEST_WAIT_MS = WAITING_SILENCE_MS / 2;

/** A connection is not dropped again within this many milliseconds because it leads to a replica. */
const REPLICA_REST_MS = 200;

/** A connection that is dropped again and again is logged again after as many milliseconds without that. */
const QUIET_MS = 5_000;

/** Errors of a replica; its link to the primary may be down. A script's error contains that of its command. */
const OF_REPLICA = /READONLY You can't write|^MASTERDOWN/;

/**
 * A client for the Redis at `url`. It connects in the background and reconnects after every loss. While disconnected, commands
 * fail immediately instead of queueing. A command unanswered for 500 ms fails too, though it may still be executed. A connection
 * that is silent for two seconds, or turns out to lead to a replica, is dropped and reopened, as with every client here.
 */
export const makeRedis = (url: string, name: string, log: Logger): Redis =>
  guarded(
    connect(url, name, log, {
      disableOfflineQueue: true,
      pingInterval: SILENCE_MS / 2,
      socket: { ...SOCKET, socketTimeout: SILENCE_MS },
    }),
    { name, log, failsAfterMs: COMMAND_TIMEOUT_MS, silenceMs: SILENCE_MS },
  );

/**
 * As `makeRedis`, for a client whose commands must get through as soon as Redis is reachable again, however long the outage
 * was. A connection that leaves a command or a ping unanswered for 600 ms, never less, is dropped with everything pending and
 * reopened: TCP would retransmit for minutes, at ever longer intervals. Connection attempts are at most 100 ms apart. Each
 * gives up after 250 ms without a connection, or after 600 ms of silence on it.
 */
export const makeFailFastRedis = (url: string, name: string, log: Logger): Redis =>
  guarded(
    connect(url, name, log, {
      disableOfflineQueue: true,
      pingInterval: 200,
      socket: promptSocket(FAIL_FAST_SILENCE_MS),
    }),
    { name, log, failsAfterMs: FAIL_FAST_SILENCE_MS, silenceMs: FAIL_FAST_SILENCE_MS },
  );

/**
 * As `makeRedis`, for a client that waits for work: its commands have no timeout, and those sent while it is disconnected
 * wait until it reconnects.
 */
export const makeBlockingRedis = (url: string, name: string, log: Logger): Redis =>
  guarded(
    connect(url, name, log, {
      pingInterval: LONGEST_WAIT_MS,
      socket: { ...SOCKET, socketTimeout: WAITING_SILENCE_MS },
    }),
    { name, log, silenceMs: WAITING_SILENCE_MS },
  );

/**
 * As `makeBlockingRedis`, for a client that constantly receives data: a connection that is silent for `silenceMs` is dropped
 * and reopened.
 */
export const makeListeningRedis = (url: string, name: string, log: Logger, silenceMs: number): Redis =>
  connect(url, name, log, {
    socket: promptSocket(silenceMs),
  });

/** Reconnects at ever longer intervals, up to a second. */
const SOCKET = {
  connectTimeout: 1_000,
  reconnectStrategy: (retries: number) =>
    Math.min(50 * 2 ** Math.min(retries, 5), 1_000) + Math.floor(Math.random() * 50),
};

/** Drops a connection early if it can't be made or is silent, and reconnects within 100 ms. */
const promptSocket = (silenceMs: number) => ({
  connectTimeout: 250,
  socketTimeout: silenceMs,
  reconnectStrategy: () => 50 + Math.floor(Math.random() * 50),
});

interface Guard {
  name: string;
  log: Logger;
  /** After how many milliseconds a command fails; by default it waits for its reply. */
  failsAfterMs?: number;
  /** After how many milliseconds without a reply the connection is dropped. */
  silenceMs: number;
}

/**
 * `client`, which drops its connection if a command's reply does not come, or comes from a replica. What is derived from it
 * (`withTypeMapping`, `multi`, `duplicate`) does so too.
 */
function guarded(client: Redis, guard: Guard): Redis {
  const { name, log, failsAfterMs, silenceMs } = guard;
  let droppedAt = Number.NEGATIVE_INFINITY;
  const drop = (reason: string) => {
    if (!client.isReady) return;
    const now = performance.now();
    if (now - droppedAt > QUIET_MS) log.warn({ redis: name }, reason);
    droppedAt = now;
    client.destroy();
    client
      .connect()
      .catch((error: Error) => log.warn({ redis: name, reason: error.message }, 'redis connection ended'));
  };
  // Outgoing commands count as activity for the socket's own timeout, so it would not fire.
  const dropSilent = () => drop('redis does not answer, reconnecting');
  const dropReplica = () => {
    if (performance.now() - droppedAt > REPLICA_REST_MS) drop('redis is a replica, reconnecting');
  };
  const onFailure = ({ message }: Error) => {
    if (OF_REPLICA.test(message)) dropReplica();
  };
  // Before a command fails: one that reads never would.
  client.on('ping-interval', () => {
    // A proxy in front of Redis may answer with anything.
    const asked = client.sendCommand<unknown>(['ROLE']);
    asked.then((role) => Array.isArray(role) && role[0] === 'slave' && dropReplica(), onFailure);
  });

  const late = (command: string, result: Promise<unknown>): unknown => {
    if (failsAfterMs === undefined) {
      dropSilent();
      return result;
    }
    if (failsAfterMs >= silenceMs) dropSilent();
    else {
      const timer = setTimeout(dropSilent, silenceMs - failsAfterMs).unref();
      const answered = () => clearTimeout(timer);
      result.then(answered, answered);
    }
    throw new Error(`${command} was not answered in time`);
  };
  const watched = (one: Redis): Redis =>
    new Proxy(one, {
      get(_one, method) {
        const value = Reflect.get(one, method, one);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const result = value.apply(one, args);
          // Creating the error up front would cost more than the rest of the time limit.
          if (result instanceof Promise) {
            result.catch(onFailure);
            const milliseconds = failsAfterMs ?? silenceMs;
            return pTimeout(result, { milliseconds, fallback: () => late(String(method), result) });
          }
          if (!isClient(result)) return result;
          return method === 'duplicate' ? guarded(result, guard) : watched(result);
        };
      },
    });
  return watched(client);
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
