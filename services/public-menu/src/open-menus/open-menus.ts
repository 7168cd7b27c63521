import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isNewerVersion, MENU_EVENT } from '@tavola/contracts/menu-page.ts';

/** Menus that are open on phones, each with a stream of server-sent events (WHATWG HTML, 9.2). */
export interface OpenMenus {
  /**
   * Opens the stream of a phone that has the menu of `tenantId` at the version `seen`, while the menu stands at
   * `version`. False where there are too many already.
   */
  open(req: IncomingMessage, res: ServerResponse, menu: OpenMenu, seen: string): boolean;
  /** Tells every phone with the menu of `tenantId` that has not seen `version` of it. */
  tell(tenantId: string, version: string): void;
  /** The menu of `tenantId` as it is open now, if it is. */
  find(tenantId: string): OpenMenu | undefined;
  /** The menus that are open now. */
  readonly menus: readonly OpenMenu[];
  readonly size: number;
  /** Sends every phone away to reconnect elsewhere, spread over some two seconds, and lets nobody in any more. */
  close(): Promise<void>;
}

export interface OpenMenu {
  tenantId: string;
  slug: string;
  version: string;
}

interface Stream {
  socket: Socket;
  seen: string;
}

/** Nothing on the way may take a quiet stream for a dead one: a comment this often, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** The heartbeats are spread: so many rounds, each for its share of the streams. */
const ROUNDS = 50;

/** A phone whose stream was cut comes back after this long at least and this much more at most, in milliseconds. */
const COME_BACK_MS = 500;
const COME_BACK_SPREAD_MS = 2_500;

/** Over how long streams are ended when the process stops, in milliseconds. */
const FAREWELL_MS = 2_000;

/** A phone that takes nothing any more is given up at this many bytes. */
const BACKLOG_BYTES = 16 * 1024;

const comeBack = () => `retry: ${COME_BACK_MS + Math.floor(Math.random() * COME_BACK_SPREAD_MS)}\n`;
const newer = (version: string) => Buffer.from(`event: ${MENU_EVENT}\nid: ${version}\ndata: ${version}\n\n`);
const HEARTBEAT = Buffer.from(':\n\n');
// Written by hand onto the connection, which the stream has for itself until its end: a response object and its parts
// would take two of the fifteen kilobytes a phone may cost. X-Accel-Buffering has nginx pass each event on at once.
const HEAD = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/event-stream',
  'Cache-Control: no-store',
  'X-Accel-Buffering: no',
  'Connection: close',
  '\r\n',
].join('\r\n');

/** Room for `most` open menus. */
export function openMenus(most: number): OpenMenus {
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
      if (isClosing || size >= most) return false;
      const here = rounds[opened % ROUNDS] as Set<Stream>;
      opened += 1;
      size += 1;
      let looking = open.get(menu.tenantId);
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
      socket.write(`${HEAD}${comeBack()}\n`);
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
