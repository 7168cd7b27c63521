import { EventEmitter } from 'node:events';
import type { Redis } from '@tavola/service-kit/data/redis.ts';
import { type LeftOut, RedisModel } from './redis-model.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A connection. Each direction delivers in order. */
interface Connection {
  /** False once the server has closed the connection. */
  isServed: boolean;
  /** False once nothing more is delivered to the client. */
  isHeard: boolean;
  /** When the last message arrives, in each direction. */
  upAt: number;
  downAt: number;
  channels: Set<string>;
  hear(channel: string, message: string): void;
  lose(): void;
}

/** A Redis in virtual time with its network: everything has a delay, and it can go down, hang or lose its data. */
export class SimulatedRedis {
  readonly model: RedisModel;
  readonly time: VirtualTime;
  readonly random: () => number;
  isUp = true;
  /** Requests that arrived while it hangs; null while it does not. */
  private hung: (() => void)[] | null = null;
  private readonly newest = new Map<string, number>();
  private readonly connections = new Set<Connection>();

  constructor(time: VirtualTime, random: () => number, leftOut: LeftOut) {
    this.time = time;
    this.random = random;
    this.model = new RedisModel(leftOut);
  }

  get hangs(): boolean {
    return this.hung !== null;
  }

  /** The delay of a message, in milliseconds. */
  delay(): number {
    return 0.1 + 2 * this.random() ** 4;
  }

  accept(client: Pick<Connection, 'hear' | 'lose'>): Connection {
    const { now } = this.time;
    const connection = {
      isServed: true,
      isHeard: true,
      upAt: now,
      downAt: now,
      channels: new Set<string>(),
      ...client,
    };
    this.connections.add(connection);
    return connection;
  }

  /** Runs `act` when it arrives over `connection`, and delivers its result to `onReply`. */
  send<Reply>(connection: Connection, act: () => Reply, onReply: (reply: Reply) => void): void {
    connection.upAt = Math.max(connection.upAt, this.time.now + this.delay());
    const arrived = () => {
      if (!connection.isServed) return;
      if (this.hung) {
        this.hung.push(arrived);
        return;
      }
      const reply = act();
      this.bring(connection, 0, () => onReply(reply));
    };
    this.time.after(connection.upAt - this.time.now, arrived);
  }

  publish(channel: string, message: string): void {
    const [source, kind] = channel.split('.');
    if (kind === 'changed') {
      const { tenantId, version } = JSON.parse(message) as { tenantId: string; version: number };
      this.newest.set(`${source} ${tenantId}`, Math.max(version, this.told(tenantId, String(source))));
    }
    for (const connection of this.connections) {
      if (connection.channels.has(channel)) this.bring(connection, 0, () => connection.hear(channel, message));
    }
  }

  /** The newest published version of the restaurant. */
  told(tenantId: string, source: string): number {
    return this.newest.get(`${source} ${tenantId}`) ?? 0;
  }

  private bring(connection: Connection, more: number, act: () => void): void {
    connection.downAt = Math.max(connection.downAt, this.time.now + this.delay() + more);
    this.time.after(connection.downAt - this.time.now, () => {
      if (connection.isHeard) act();
    });
  }

  /** Delays messages to or from the server over `connection` by `ms`. */
  holdUp(connection: Connection, end: 'upAt' | 'downAt', ms: number): void {
    connection[end] = Math.max(connection[end], this.time.now + ms);
  }

  /**
   * Ends `connection` at the server; messages in transit to the client may be lost, and the client notices a little
   * later.
   */
  cut(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    connection.isServed = false;
    const isReset = this.random() < 0.5;
    const noticeAt = isReset ? this.time.now + this.delay() : Math.max(connection.downAt, this.time.now + this.delay());
    if (isReset) connection.isHeard = false;
    this.time.after(noticeAt - this.time.now, connection.lose);
  }

  /** The client has left `connection`; requests that have arrived may still be executed. */
  leave(connection: Connection): void {
    connection.isHeard = false;
    if (this.random() < 0.5) connection.isServed = false;
    connection.channels.clear();
    this.connections.delete(connection);
  }

  stop(): void {
    this.hung = null;
    this.isUp = false;
    this.model.flush();
    for (const connection of [...this.connections]) this.cut(connection);
  }

  start(): void {
    this.isUp = true;
  }

  freeze(): void {
    this.hung ??= [];
  }

  thaw(): void {
    const waited = this.hung ?? [];
    this.hung = null;
    for (const act of waited) act();
  }
}

/** How each client of `redis.ts` handles silence and lost connections. */
interface ClientKind {
  silenceMs: number;
  isPrompt: boolean;
  waits: boolean;
}
const KINDS = {
  usual: { silenceMs: 500, isPrompt: false, waits: false },
  prompt: { silenceMs: 600, isPrompt: true, waits: false },
  blocking: { silenceMs: Number.POSITIVE_INFINITY, isPrompt: false, waits: true },
} satisfies Record<string, ClientKind>;

/** A client of a simulated Redis that behaves like those of `redis.ts`. */
export class SimulatedClient extends EventEmitter {
  isReady = false;
  connection: Connection | null = null;
  private readonly server: SimulatedRedis;
  private readonly kind: ClientKind;
  private readonly pending = new Set<(error: Error) => void>();
  private readonly heard = new Map<string, (message: string) => void>();
  private waiting: (() => void)[] = [];
  /** Counts connection attempts, to recognize events of an earlier one. */
  private attempts = 0;

  constructor(server: SimulatedRedis, kind: keyof typeof KINDS) {
    super();
    this.server = server;
    this.kind = KINDS[kind];
    this.on('error', () => {});
    this.connect(0);
    if (this.kind.isPrompt) this.ping();
  }

  /** This client with the type that the code under test expects. */
  get asRedis(): Redis {
    return this as unknown as Redis;
  }

  /** Ends the client for good. */
  destroy(): void {
    this.attempts += 1;
    this.isReady = false;
    if (this.connection) this.server.leave(this.connection);
    this.connection = null;
    this.removeAllListeners();
    this.on('error', () => {});
  }

  private ping(): void {
    this.server.time.after(200, () => {
      if (this.isReady) this.command(() => null).catch(() => {});
      this.ping();
    });
  }

  private connect(tries: number): void {
    const { server } = this;
    this.attempts += 1;
    const attempt = this.attempts;
    const isOver = () => attempt !== this.attempts;
    const fail = () => {
      if (isOver()) return;
      this.attempts += 1;
      if (this.connection) server.leave(this.connection);
      this.connection = null;
      this.emit('error', new Error('connection lost'));
      this.emit('reconnecting');
      const backoff = this.kind.isPrompt ? 50 : Math.min(50 * 2 ** Math.min(tries, 5), 1_000);
      server.time.after(backoff + 50 * server.random(), () => this.connect(tries + 1));
    };
    server.time.after(server.delay(), () => {
      if (isOver()) return;
      if (!server.isUp) return fail();
      const connection = server.accept({
        hear: (channel, message) => this.heard.get(channel)?.(message),
        lose: () => {
          if (this.connection === connection) this.lost(new Error('connection lost'));
          else fail();
        },
      });
      this.connection = null;
      const greeted = () => {
        for (const channel of this.heard.keys()) connection.channels.add(channel);
      };
      server.send(connection, greeted, () => {
        if (isOver()) return;
        this.connection = connection;
        this.isReady = true;
        this.emit('ready');
        for (const act of this.waiting.splice(0)) act();
      });
      if (this.kind.isPrompt) {
        server.time.after(this.kind.silenceMs, () => {
          if (!isOver() && !this.isReady) fail();
        });
      }
    });
  }

  private lost(error: Error, isAtOnce = false): void {
    if (this.connection) this.server.leave(this.connection);
    this.connection = null;
    this.isReady = false;
    for (const fail of [...this.pending]) fail(error);
    this.emit('error', error);
    this.emit('reconnecting');
    if (isAtOnce) this.connect(0);
    else this.server.time.after(50 + 50 * this.server.random(), () => this.connect(1));
  }

  private command<Reply>(act: () => Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const send = () => {
        const { connection, server } = this;
        if (!connection) return reject(new Error('offline'));
        const fail = (error: Error) => {
          this.pending.delete(fail);
          late.isOff = true;
          reject(error);
        };
        this.pending.add(fail);
        const late = server.time.after(Math.min(this.kind.silenceMs, 1e9), () => {
          fail(new Error('not answered in time'));
          if (this.kind.isPrompt && this.connection === connection) this.lost(new Error('silent'), true);
        });
        server.send(connection, act, (reply) => {
          this.pending.delete(fail);
          late.isOff = true;
          resolve(reply);
        });
      };
      if (this.isReady) send();
      else if (this.kind.waits) this.waiting.push(send);
      else reject(new Error('offline'));
    });
  }

  withTypeMapping() {
    return this;
  }
  get(key: string) {
    return this.command(() => this.server.model.get(key));
  }
  set(key: string, value: string) {
    return this.command(() => this.server.model.set(key, value));
  }
  hmGet(key: string, fields: string[]) {
    return this.command(() => this.server.model.hmGet(key, fields));
  }
  eval(_script: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) {
    // A heartbeat.
    if (keys.length === 0) return this.publish(args[0] as string, args[1] as string);
    return this.command(() => this.server.model.eval(keys, args));
  }
  publish(channel: string, message: string) {
    return this.command(() => this.server.publish(channel, message));
  }
  subscribe(channel: string, act: (message: string) => void) {
    this.heard.set(channel, act);
    return this.command(() => void this.connection?.channels.add(channel));
  }
}
