import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector, errors } from 'undici';

/** One address of a service, and what requests go to it on. */
export interface Replica<Way> {
  origin: string;
  way: Way;
  /** Until when (performance.now()) it is passed over, because it could not be reached or is about to stop. */
  cooldownUntil: number;
}

/** The replicas of a service: all addresses behind its name, which come and go. */
export interface Replicas<Way> {
  /** The next one in turn; one that rests only where all others are behind, and one that is behind only where all are. */
  next(): Replica<Way>;
  /** `replica` could not be reached, or is about to stop: it is passed over for a second. */
  rest(replica: Replica<Way>): void;
}

export interface ReplicaParts<Way> {
  /** Makes what requests go to an address on. */
  open(origin: string): Way;
  /** Lets go of it, once what is under way there has ended. */
  close(way: Way): void;
  /** Whether it has more to do than it gets done. */
  isBehind?(way: Way): boolean;
  /** All addresses of a name. */
  find?(name: string): Promise<string[]>;
  now?(): number;
}

/** How long an answer of the name server is used, and an address that rests passed over, in milliseconds. */
const GOOD_FOR_MS = 1_000;

const addressesOf = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The replicas of the service at `origin`. Its name is looked up while requests come, never before one can go on: until the
 * first answer, and where there is none, they go to the name itself.
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
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

  let known = [replicaAt(origin)];
  let turn = -1;
  let foundAt = Number.NEGATIVE_INFINITY;

  const look = async () => {
    // Without an answer the addresses known last are as good as any.
    const addresses = await find(hostname).catch(() => []);
    if (addresses.length === 0) return;
    const before = new Map(known.map((replica) => [replica.origin, replica]));
    known = [...new Set(addresses)]
      .sort()
      .map((address) => before.get(originAt(address)) ?? replicaAt(originAt(address)));
    for (const replica of before.values()) if (!known.includes(replica)) close(replica.way);
  };

  return {
    next() {
      const at = now();
      if (isName && at - foundAt >= GOOD_FOR_MS) {
        foundAt = at;
        void look();
      }
      turn = (turn + 1) % known.length;
      const inTurn = [...known.slice(turn), ...known.slice(0, turn)];
      const replica =
        inTurn.find(({ cooldownUntil, way }) => cooldownUntil <= at && !isBehind(way)) ??
        inTurn.find(({ way }) => !isBehind(way)) ??
        (inTurn[0] as Replica<Way>);
      turn = known.indexOf(replica);
      return replica;
    },
    rest(replica) {
      replica.cooldownUntil = now() + GOOD_FOR_MS;
    },
  };
}

/**
 * Does `act` after `ms` milliseconds, and after all that has come by then was seen: when a process was paused, its timers come
 * before the answers that arrived meanwhile.
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

/** How long undici itself goes on with a connection that nobody waits for any longer, in milliseconds. */
const FORGOTTEN_AFTER_MS = 5_000;

/**
 * Makes undici's connections, and gives one up after `ms` milliseconds. Undici's own time-out is only as exact as its clock,
 * which ticks every half second: of 300 ms it makes up to 1,000.
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

/** Whether `error` is that nothing came back from where a connection was to be made. */
export const isLost = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT';

/** Whether `error` came before anything of the request was sent: no connection could be made. */
export function isUnsent(error: Error): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return isLost(error) || syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Whether `error` is a connection that ended before an answer came: what asks only may be asked again. */
export function isCutOff(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
