import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario, Site } from './scenario.ts';

const PER_SECOND = 100;

/** Reads a page as a guest's phone does (gzip), or without saying which encodings it takes. */
function read({ origin }: Site, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { headers }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', reject);
    });
    asked.once('error', reject).end();
  });
}

export const scenario: Scenario = {
  title: `${PER_SECOND} pages a second without Accept-Encoding, from one address`,
  rate: 20,
  neighbours: async (site) => async () => {
    const status = await read(site, '/menu/demo', { 'accept-encoding': 'gzip' });
    if (status !== 200) throw new Error(`a neighbour got ${status}`);
  },
  async abuse(site, signal) {
    while (!signal.aborted) {
      void read(site, '/menu/demo', {}).catch(() => {});
      await sleep(1000 / PER_SECOND);
    }
  },
};
