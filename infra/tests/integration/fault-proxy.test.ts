import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { NONE, openFaultProxy } from '../harness/fault-proxy.ts';

it('a slow connection that becomes fast again delivers everything in order', async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await openFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = connect(proxy.port, '127.0.0.1').setNoDelay(true);
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk;
  });
  try {
    client.write('0');
    await expect.poll(() => heard).toBe('0');
    proxy.set({ kind: 'slow', ms: 200 });
    client.write('1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    proxy.set(NONE);
    client.write('2');
    await expect.poll(() => heard).toHaveLength(3);
    expect(heard).toBe('012');
  } finally {
    client.destroy();
    await proxy.close();
    server.close();
  }
});
