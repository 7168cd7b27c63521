import { connect } from 'node:net';
import { listen } from '@tavola/test-kit/http.ts';
import express, { type Response } from 'express';
import { expect, it } from 'vitest';
import { sendInParts } from '../src/http/download.ts';

it('a download whose client does not read is cut off after a while', async () => {
  async function* endless() {
    while (true) yield new Uint8Array(1024 * 1024);
  }
  let sent: Response | undefined;
  const app = express().get('/file', async (_req, res) => {
    sent = res;
    await sendInParts(res, endless(), 300).catch(() => {});
  });
  const { url } = await listen(app);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.write('GET /file HTTP/1.1\r\nHost: tavola\r\n\r\n');
  socket.pause();
  await expect.poll(() => sent?.destroyed, { timeout: 3_000 }).toBe(true);
  socket.destroy();
});
