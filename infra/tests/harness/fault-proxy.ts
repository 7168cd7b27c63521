import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A disturbance of the traffic. */
export type NetworkFault =
  | { kind: 'none' }
  /** Connections are reset, including new ones. */
  | { kind: 'refused' }
  /** A black hole: connections are accepted, but nothing passes in either direction until the fault ends. */
  | { kind: 'silent' }
  /** Everything takes this many milliseconds longer, in each direction. */
  | { kind: 'slow'; ms: number }
  /** Responses are cut off after this many bytes. */
  | { kind: 'cut'; afterBytes: number };

export const NONE: NetworkFault = { kind: 'none' };
export const REFUSED: NetworkFault = { kind: 'refused' };

/** A TCP proxy in front of a server that can disturb the traffic. */
export interface FaultProxy {
  readonly port: number;
  /** The server's port. */
  targetPort: number;
  /** The server's URL through this proxy. */
  readonly url: string;
  set(fault: NetworkFault): void;
  /** Calls the listener for every HTTP request on it, and for the start of its response. */
  watch(listener: { asked(path: string): void; answered(path: string): void } | null): void;
  close(): Promise<void>;
}

/** Opens a loopback proxy to the loopback server at `url`. */
export async function openFaultProxy(url: string, first = NONE): Promise<FaultProxy> {
  let fault = first;
  const target = new URL(url);
  let listener: { asked(path: string): void; answered(path: string): void } | null = null;
  const pairs = new Set<[Socket, Socket]>();

  const server = createServer((near) => {
    if (fault.kind === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(proxy.targetPort, target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    let asked: string | undefined;
    let answeredBytes = 0;
    const cut = () => {
      pairs.delete(pair);
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    const forward = (from: Socket, to: Socket, note: (chunk: Buffer) => void) => {
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => {
        note(chunk);
        if (fault.kind === 'slow') setTimeout(() => to.write(chunk), fault.ms);
        else to.write(chunk);
        if (fault.kind === 'cut' && from === far) {
          answeredBytes += chunk.length;
          if (answeredBytes >= fault.afterBytes) setImmediate(cut);
        }
      });
      from.on('end', () => {
        pairs.delete(pair);
        to.end();
      });
      from.on('error', cut);
      if (fault.kind === 'silent') from.pause();
    };
    forward(near, far, (chunk) => {
      const [, path] = listener ? (/^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1', 0, 500)) ?? []) : [];
      if (path === undefined) return;
      asked = path;
      listener?.asked(path);
    });
    forward(far, near, () => {
      if (asked !== undefined) listener?.answered(asked);
      asked = undefined;
    });
    near.on('close', () => {
      pairs.delete(pair);
      if (asked !== undefined) listener?.answered(asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    port,
    targetPort: Number(target.port),
    url: url.replace(target.host, `127.0.0.1:${port}`),
    set(next) {
      fault = next;
      for (const pair of pairs) {
        for (const socket of pair) {
          if (next.kind === 'refused') socket.resetAndDestroy();
          else if (next.kind === 'silent') socket.pause();
          else socket.resume();
        }
      }
      if (next.kind === 'refused') pairs.clear();
    },
    watch(next) {
      listener = next;
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
