import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

/** A disturbance of the traffic. */
export type NetworkFault =
  | { kind: 'none' }
  /** Connections are reset, including new ones. */
  | { kind: 'refused' }
  /** A black hole: connections are accepted, but nothing passes in either direction until the fault ends. */
  | { kind: 'silent' }
  /** A black hole for good: as `silent`, and the connections that are open by its end stay so until their client leaves. */
  | { kind: 'lost' }
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
  close(): Promise<void>;
}

/** Opens a loopback proxy to the loopback server at `url`. */
export async function openFaultProxy(url: string, first = NONE): Promise<FaultProxy> {
  let fault = first;
  const target = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  const lost = new Set<[Socket, Socket]>();

  const server = createServer((near) => {
    if (fault.kind === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(proxy.targetPort, target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    let answeredBytes = 0;
    const cut = () => {
      pairs.delete(pair);
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    const forward = (from: Socket, to: Socket) => {
      from.setNoDelay(true);
      let [underWay, passed] = [0, Promise.resolve()];
      // As on a network, nothing overtakes what is under way: not even once the fault is over.
      const pass = (act: () => void) => {
        if (fault.kind !== 'slow' && underWay === 0) {
          act();
          return;
        }
        underWay += 1;
        passed = Promise.all([passed, rest(fault.kind === 'slow' ? fault.ms : 0)]).then(() => {
          underWay -= 1;
          act();
        });
      };
      from.on('data', (chunk: Buffer) => {
        pass(() => to.write(chunk));
        if (fault.kind === 'cut' && from === far) {
          answeredBytes += chunk.length;
          if (answeredBytes >= fault.afterBytes) setImmediate(cut);
        }
      });
      from.on('end', () => {
        pairs.delete(pair);
        pass(() => to.end());
      });
      from.on('error', cut);
      if (fault.kind === 'silent' || fault.kind === 'lost') from.pause();
    };
    forward(near, far);
    forward(far, near);
    near.on('close', () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    port,
    targetPort: Number(target.port),
    url: url.replace(target.host, `127.0.0.1:${port}`),
    set(next) {
      if (fault.kind === 'lost') {
        for (const pair of pairs) lost.add(pair);
        pairs.clear();
      }
      fault = next;
      for (const pair of pairs) {
        for (const socket of pair) {
          if (next.kind === 'refused') socket.resetAndDestroy();
          else if (next.kind === 'silent' || next.kind === 'lost') socket.pause();
          else socket.resume();
        }
      }
      if (next.kind === 'refused') pairs.clear();
    },
    async close() {
      for (const pair of [...pairs, ...lost]) for (const socket of pair) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
