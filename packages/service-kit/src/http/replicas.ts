import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector, errors } from 'undici';

/** One address of a service and the connections to it. */
export interface Replica<Way> {
  origin: string;
  way: Way;
  /** Skipped until this time (performance.now()), because it could not be reached or is about to stop. */
  cooldownUntil: number;
}

/** The replicas of a service: all addresses behind its name, which change over time. */
export interface Replicas<Way> {
  /** The next replica, round robin. A resting one only if all others are overloaded, an overloaded one only if all are. */
  next(): Replica<Way>;
  /** Skips `replica` for a second, because it could not be reached or is about to stop. */
  rest(replica: Replica<Way>): void;
}

export interface ReplicaParts<Way> {
  /** Opens the connections to an address. */
  open(origin: string): Way;
  /** Closes them once requests in flight have ended. */
  close(way: Way): void;
  /** Whether it is overloaded. */
  isBehind?(way: Way): boolean;
  /** Looks up all addresses of a name. */
  find?(name: string): Promise<string[]>;
  now?(): number;
}

/** How long a DNS answer is used and a resting replica is skipped, in milliseconds. */
const GOOD_FOR_MS = 1_000;

/** Addresses that were not asked for as long as this, in milliseconds, may be another service's by now. */
const FORGET_MS = 10_000;

const addressesOf = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The replicas of the service at `origin`. Requests trigger DNS lookups but never wait for them: until the first answer, after a
 * pause, and if there is none, they go to the name itself. With https they always do: a certificate is for the name.
 */
export function replicasAt<Way>(
  origin: string,
  { open, close, isBehind = () => false, find = addressesOf, now = () => performance.now() }: ReplicaParts<Way>,
): Replicas<Way> {
  const { hostname, protocol, port } = new URL(origin);
  const replicaAt = (at: string): Replica<Way> => ({
    origin: at,
    way: open(at),
    cooldownUntil: Number.NEGATIVE_INFINITY,
  });
  const originAt = (address: string) =>
    `${protocol}//${isIP(address) === 6 ? `[${address}]` : address}${port && `:${port}`}`;
  const isResolved = protocol === 'http:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

  let known = [replicaAt(origin)];
  let last = -1;
  let foundAt = Number.NEGATIVE_INFINITY;

  const use = (origins: readonly string[]) => {
    const before = new Map(known.map((replica) => [replica.origin, replica]));
    known = origins.map((at) => before.get(at) ?? replicaAt(at));
    for (const replica of before.values()) if (!known.includes(replica)) close(replica.way);
  };

  const look = async () => {
    // Without an answer, keep the last known addresses.
    const addresses = await find(hostname).catch(() => []);
    if (addresses.length > 0) use([...new Set(addresses)].sort().map(originAt));
  };

  return {
    next() {
      const at = now();
      if (isResolved && at - foundAt >= GOOD_FOR_MS) {
        if (at - foundAt >= FORGET_MS) use([origin]);
        foundAt = at;
        void look();
      }
      const first = (last + 1) % known.length;
      const rotated = [...known.slice(first), ...known.slice(0, first)];
      const replica =
        rotated.find(({ cooldownUntil, way }) => cooldownUntil <= at && !isBehind(way)) ??
        rotated.find(({ way }) => !isBehind(way)) ??
        (rotated[0] as Replica<Way>);
      last = known.indexOf(replica);
      return replica;
    },
    rest(replica) {
      replica.cooldownUntil = now() + GOOD_FOR_MS;
    },
  };
}

/**
 * Runs `act` after `ms` milliseconds, but only once pending I/O was handled: when a process resumes from a pause, its timers
 * fire before it reads the responses that arrived meanwhile.
 */
export function timeoutAfterPendingIo(ms: number, act: () => void): { cancel(): void } {
  let then: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    then = setImmediate(act);
  }, ms);
  return {
    cancel() {
      clearTimeout(timer);
      clearImmediate(then);
    },
  };
}

/** How long undici keeps trying a connection that was already given up, in milliseconds. */
const FORGOTTEN_AFTER_MS = 5_000;

/**
 * Opens undici's connections with a timeout of `ms` milliseconds. Undici's own timeout is imprecise, because its clock ticks
 * every half second: 300 ms become up to 1,000.
 */
export function connectWithin(ms: number): buildConnector.connector {
  const connect = buildConnector({ timeout: FORGOTTEN_AFTER_MS });
  return (options, callback) => {
    let isGivenUp = false;
    const patience = timeoutAfterPendingIo(ms, () => {
      isGivenUp = true;
      callback(new errors.ConnectTimeoutError(`no connection to ${options.host} in ${ms} ms`), null);
    });
    connect(options, (...result) => {
      patience.cancel();
      if (isGivenUp) result[1]?.destroy();
      else callback(...result);
    });
  };
}

/** Whether `error` is a connection timeout. */
export const isLost = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT';

/** Whether `error` occurred before any of the request was sent: no connection could be made. */
export function isUnsent(error: Error): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return isLost(error) || syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Whether `error` is a connection that closed before a response came. A read may then be retried. */
export function isCutOff(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
