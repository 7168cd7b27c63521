import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long each of its answers takes, in milliseconds. */
export const AI_ANSWER_MS = 200;

/** How many tokens each of its answers says that it used. */
const TOKENS = 100;

/** An OpenAI-compatible API that describes every dish alike; gives menu's settings for it. */
export async function startFakeAi(): Promise<{ env: Record<string, string>; stop(): void }> {
  const content = JSON.stringify({ description: 'With lemon.', oftenContains: [] });
  const completion = JSON.stringify({
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { total_tokens: TOKENS },
  });
  const server = createServer((req, res) => {
    req
      .resume()
      .once('end', () =>
        setTimeout(() => res.setHeader('content-type', 'application/json').end(completion), AI_ANSWER_MS),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { AI_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: 'bench' },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
