import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyFiles } from '../../tests/harness/nginx-files.ts';
import { ask } from '../lib/asking.ts';
import type { Scenario, Site } from './scenario.ts';

const UPLOADS = 80;

/** Sends all but the last byte of a body of `bytes` and waits until the other side ends the connection. */
const stall = ({ origin }: Site, bytes: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket
      .resume()
      .once('close', () => resolve())
      .on('error', () => {});
    socket.write(`POST /api/public/visits HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes - 1, 'x'));
  });

export const scenario: Scenario = {
  title: `${UPLOADS} uploads that stall, of 1 MB and of 64 KB by turns, from one address`,
  rate: 20,
  neighbours: async (site) => {
    let count = 0;
    return async () => {
      const status = await ask(site, '/menu/demo', { 'accept-encoding': 'gzip' });
      if (status !== 200) throw new Error(`a neighbour got ${status}`);
      count += 1;
      if (count % 10 === 0 && bodyFiles(join(site.home, 'nginx')) > 0) {
        throw new Error("uploads that stall fill nginx's disk");
      }
    };
  },
  async abuse(site, signal) {
    const keepStalling = async (bytes: number) => {
      while (!signal.aborted) {
        await stall(site, bytes, signal);
        await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: UPLOADS }, (_, at) => keepStalling(at % 2 === 0 ? 2 ** 20 : 2 ** 16)));
  },
};
