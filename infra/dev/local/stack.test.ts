import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startStack } from './stack.ts';

const hosts = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

it.each(['127.0.0.1', '::1'].filter((host) => hosts.includes(host)))(
  'a port that another program has at %s is not taken: localhost would lead to that one',
  async (host) => {
    const home = mkdtempSync(join(tmpdir(), 'tavola-port-'));
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, host, resolve));
    onTestFinished(() => {
      other.close();
      rmSync(home, { recursive: true });
    });
    const { port } = other.address() as AddressInfo;
    await expect(startStack({ home, port })).rejects.toThrow(`Port ${port} is in use`);
    expect(readdirSync(home)).toEqual([]);
  },
);
