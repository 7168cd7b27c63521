import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isNewerVersion, MENU_EVENT, TIME_EVENT } from '@tavola/contracts/menu-page.ts';

/** Menus open on phones, each with a stream of server-sent events (WHATWG HTML, 9.2). */
export interface OpenMenus {
  /**
   * Opens the stream of a phone that has version `seen` of the menu of `tenantId`, whose current version is `version`.
   * Returns false if there are too many streams, of this restaurant or of all.
   */
  open(req: IncomingMessage, res: ServerResponse, menu: OpenMenu, seen: string): boolean;
  /** Notifies every phone that has the menu of `tenantId` open and has not seen `version`. */
  tell(tenantId: string, version: string): void;
  /** The open menu of `tenantId`, if there is one. */
  find(tenantId: string): OpenMenu | undefined;
  /** The menus that are open now. */
  readonly menus: readonly OpenMenu[];
  readonly size: number;
  /** Ends every stream over about two seconds, so that phones reconnect elsewhere, and accepts no more. */
  close(): Promise<void>;
}

interface OpenMenu {
  tenantId: string;
  slug: string;
  version: string;
}

interface Stream {
  socket: Socket;
  seen: string;
}

/** Interval of heartbeat comments, in milliseconds, so that no proxy closes a quiet stream. */
const HEARTBEAT_MS = 10_000;
/** Heartbeats are spread over this many rounds, each for its share of the streams. */
const ROUNDS = 50;

/** A phone reconnects after at least this long, plus a random delay of up to the second value, in milliseconds. */
const COME_BACK_MS = 500;
const COME_BACK_SPREAD_MS = 2_500;

/** Period over which streams are ended when the process stops, in milliseconds. */
const FAREWELL_MS = 2_000;

/** A phone with this many unsent bytes is disconnected. */
const BACKLOG_BYTES = 16 * 1024;

const comeBack = () => `retry: ${COME_BACK_MS + Math.floor(Math.random() * COME_BACK_SPREAD_MS)}\n`;
const newer = (version: string) => Buffer.from(`event: ${MENU_EVENT}\nid: ${version}\ndata: ${version}\n\n`);
const HEARTBEAT = Buffer.from(':\n\n');
// Written directly to the socket, which the stream owns until it ends: a response object would take two of the fifteen
// kilobytes a phone may cost. X-Accel-Buffering makes nginx forward each event immediately.
const HEAD = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/event-stream',
  'Cache-Control: no-store',
  'X-Accel-Buffering: no',
  'Connection: close',
  '\r\n',
].join('\r\n');

/** Open menus, at most `most`, and at most `mostPerRestaurant` of one restaurant. */
export function openMenus(most: number, mostPerRestaurant: number): OpenMenus {
  /** By tenant. */
  const open = new Map<string, { menu: OpenMenu; streams: Set<Stream> }>();
  const rounds = Array.from({ length: ROUNDS }, () => new Set<Stream>());
  let size = 0;
  let opened = 0;
  let round = 0;
  let isClosing = false;

  const heartbeat = setInterval(() => {
    round = (round + 1) % ROUNDS;
    for (const stream of rounds[round] as Set<Stream>) send(stream, HEARTBEAT);
  }, HEARTBEAT_MS / ROUNDS).unref();

  const send = ({ socket }: Stream, bytes: Buffer) => {
    if (socket.writableLength > BACKLOG_BYTES) socket.destroy();
    else socket.write(bytes);
  };

  return {
    open(req, res, menu, seen) {
      let looking = open.get(menu.tenantId);
      if (isClosing || size >= most || (looking && looking.streams.size >= mostPerRestaurant)) return false;
      const here = rounds[opened % ROUNDS] as Set<Stream>;
      opened += 1;
      size += 1;
      if (!looking) {
        looking = { menu, streams: new Set() };
        open.set(menu.tenantId, looking);
      }
      const { streams } = looking;
      const { version } = isNewerVersion(menu.version, looking.menu.version) ? menu : looking.menu;
      const { socket } = req;
      const stream: Stream = { socket, seen: version };
      streams.add(stream);
      here.add(stream);
      socket.once('close', () => {
        streams.delete(stream);
        here.delete(stream);
        size -= 1;
        if (streams.size === 0 && open.get(menu.tenantId)?.streams === streams) open.delete(menu.tenantId);
      });
      res.detachSocket(socket);
      socket.setNoDelay(true);
      socket.write(`${HEAD}${comeBack()}event: ${TIME_EVENT}\ndata: ${Date.now()}\n\n`);
      if (isNewerVersion(version, seen)) send(stream, newer(version));
      return true;
    },

    tell(tenantId, version) {
      const looking = open.get(tenantId);
      if (!looking) return;
      looking.menu = { ...looking.menu, version };
      const bytes = newer(version);
      for (const stream of looking.streams) {
        if (!isNewerVersion(version, stream.seen)) continue;
        stream.seen = version;
        send(stream, bytes);
      }
    },

    find: (tenantId) => open.get(tenantId)?.menu,

    get menus() {
      return [...open.values()].map(({ menu }) => menu);
    },
    get size() {
      return size;
    },

    async close() {
      isClosing = true;
      clearInterval(heartbeat);
      const streams = rounds.flatMap((round) => [...round]);
      const share = Math.ceil(streams.length / ROUNDS);
      for (let at = 0; at < streams.length; at += share) {
        for (const { socket } of streams.slice(at, at + share)) socket.end(`${comeBack()}\n`);
        await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS / ROUNDS));
      }
    },
  };
}
