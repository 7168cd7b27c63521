import type { Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { report } from '../report.ts';
import { open } from './raw-http.ts';

// @module-tag full
// Clients that keep a connection busy and never finish their request.

const { origin, urls } = inject('site');
const DOORS = { nginx: origin, 'the gateway': urls.gateway };
const SOCKETS = 500;

const BEGINNINGS = {
  'the headers': 'GET /api/public/menu/demo HTTP/1.1\r\nHost: localhost\r\nX-A: a',
  'the body':
    'POST /api/public/visits HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
};

let menus = 0;
afterAll(() =>
  report(
    'slow-sockets',
    `of ${SOCKETS} connections each, which never finished headers or body at nginx or the gateway, all were ended; meanwhile ${menus} menus were served.`,
  ),
);

// In parallel: most of the time is spent waiting for a server's timeout.
describe.concurrent.each(Object.entries(DOORS))(`${SOCKETS} connections at %s`, (_door, url) => {
  it.each(Object.entries(BEGINNINGS))(
    'that never finish %s keep nobody from being served, and are ended',
    { timeout: 200_000 },
    async (_what, beginning) => {
      const sockets: Socket[] = [];
      for (let count = 0; count < SOCKETS; count += 50) {
        sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => open(url)))));
      }
      const ends = sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)));
      for (const socket of sockets) socket.write(beginning);
      let ended = 0;
      for (const end of ends) end.then(() => (ended += 1));
      let served = 0;
      do {
        const answer = await fetch(`${url}/api/public/menu/demo?${served}`, { signal: AbortSignal.timeout(30_000) });
        expect(answer.status).toBe(200);
        await answer.body?.cancel();
        // The first request was served while all the slow connections were open.
        if (served === 0) expect(ended).toBe(0);
        served += 1;
        await rest(250);
      } while (ended < SOCKETS);
      menus += served;
    },
  );
});
