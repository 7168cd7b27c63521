import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is wrong on the way. */
export type Trouble =
  | { kind: 'none' }
  /** Whoever is on it is cut off, whoever comes too. */
  | { kind: 'refused' }
  /** A black hole: connections are taken and nothing passes, either way, until the trouble is over. */
  | { kind: 'silent' }
  /** Everything takes so many milliseconds longer, each way. */
  | { kind: 'slow'; ms: number }
  /** An answer is cut off after so many bytes. */
  | { kind: 'cut'; afterBytes: number };

/** A way to a server over which trouble can come. */
export interface Passage {
  readonly port: number;
  /** The server's port; to be set before anybody comes. */
  targetPort: number;
  set(trouble: Trouble): void;
  /** Hears of every request (HTTP) that goes out on it and of the beginning of its answer. */
  watch(listener: { asked(path: string): void; answered(path: string): void } | null): void;
  close(): Promise<void>;
}

/** Opens a passage on loopback to another port of loopback. */
export async function openPassage(targetPort = 0): Promise<Passage> {
  let trouble: Trouble = { kind: 'none' };
  let listener: { asked(path: string): void; answered(path: string): void } | null = null;
  const pairs = new Set<[Socket, Socket]>();

  const server = createServer((near) => {
    if (trouble.kind === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(passage.targetPort, '127.0.0.1');
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
        if (trouble.kind === 'slow') setTimeout(() => to.write(chunk), trouble.ms);
        else to.write(chunk);
        if (trouble.kind === 'cut' && from === far) {
          answeredBytes += chunk.length;
          if (answeredBytes >= trouble.afterBytes) setImmediate(cut);
        }
      });
      from.on('end', () => {
        pairs.delete(pair);
        to.end();
      });
      from.on('error', cut);
      if (trouble.kind === 'silent') from.pause();
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

  const passage: Passage = {
    port: (server.address() as AddressInfo).port,
    targetPort,
    set(next) {
      trouble = next;
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
  return passage;
}
