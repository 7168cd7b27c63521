import { connect, createServer, type Socket } from 'node:net';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { afterAll } from 'vitest';

/** The way to a server, which a test may open and close. */
export interface Gate {
  /** The server's URL by this way. */
  url: string;
  open(): Promise<void>;
  /** Cuts all connections and takes no new ones. */
  close(): Promise<void>;
}

/** A way to the server at `url` that is closed at first. To be called outside of a test. */
export async function gateTo(url: string): Promise<Gate> {
  const target = new URL(url);
  const [port] = (await freePorts(1)) as [number];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    near.pipe(far).pipe(near);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  afterAll(close);
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    url: through.href,
    open: () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve())),
    close,
  };
}
