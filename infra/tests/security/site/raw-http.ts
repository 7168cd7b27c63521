import { connect, type Socket } from 'node:net';

/** One response as received on a connection. */
interface RawAnswer {
  status: number;
  type: string;
  body: string;
}

/** Opens a connection to the host and port of `url`. Later errors on it are ignored. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => {});
  return socket;
}

/**
 * Sends `bytes` unchanged and returns everything received until the other side closes the connection, or sends nothing for
 * `quietMs` after its first bytes.
 */
export async function exchange(url: string, bytes: string, quietMs = 1_500): Promise<string> {
  const socket = await open(url);
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    // A server that sends nothing is waiting for more: that is also a result.
    quiet = setTimeout(finish, 8_000);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(finish, quietMs);
    });
    socket.once('close', finish);
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

/** The statuses of the responses in `text`, in order. */
export const statusesIn = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.[01] (\d{3}) /g), ([, status]) => Number(status));

/** Requests `path` exactly as written, neither encoded nor normalized, with an optional `body`. */
export async function askRaw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<RawAnswer> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const text = await exchange(url, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return {
    status: statusesIn(head)[0] ?? 0,
    type: /^content-type: *([^;\r]*)/im.exec(head)?.[1] ?? '',
    body: rest.join('\r\n\r\n'),
  };
}
