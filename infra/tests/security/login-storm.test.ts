import { availableParallelism } from 'node:os';
import { bySize } from '@tavola/test-kit/size.ts';
import { expect, it, vi } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { callsBy, newOwner } from './people.ts';

// Many people sign in at the same moment. The library's real hashing runs and is counted.

const hashing = vi.hoisted(() => ({ now: 0, most: 0, done: 0 }));
vi.mock('@node-rs/argon2', async (load) => {
  const actual = await load<Record<'hash' | 'verify', (...args: unknown[]) => Promise<unknown>>>();
  const counted =
    (work: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      hashing.now += 1;
      hashing.most = Math.max(hashing.most, hashing.now);
      try {
        return await work(...args);
      } finally {
        hashing.now -= 1;
        hashing.done += 1;
      }
    };
  return { ...actual, hash: counted(actual.hash), verify: counted(actual.verify) };
});

const AT_ONCE = bySize(60, 200);
// The time to work off a queue of hashes depends on the machine.
const site = await startSite({ upstreamTimeoutMs: 60_000 });
const owner = await newOwner(site);
const call = callsBy(site);

it(`${AT_ONCE} sign-ins at once are all answered, as many hashed at once as there are cores, and menus go on`, async () => {
  // The first log-in creates the decoy hash for unknown addresses, once and outside of the queue.
  await call('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: 'nothing' } });
  const readMenu = async () => (await call('GET', `/api/public/menu/${owner.slug}`)).status;
  expect(await readMenu()).toBe(200);
  Object.assign(hashing, { most: 0, done: 0 });
  let isOver = false;
  const signIns = Promise.all(
    Array.from({ length: AT_ONCE }, (_, nth) =>
      call('POST', '/api/auth/login', {
        body:
          nth % 2 === 0
            ? { email: owner.email, password: owner.password }
            : { email: `nobody-${nth}@example.com`, password: 'nothing' },
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  let menus = 0;
  while (!isOver) {
    expect(await readMenu()).toBe(200);
    menus += 1;
  }
  const answers = await signIns;
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(answers.map(({ status }) => status).filter((status) => ![200, 401, 429, 503].includes(status))).toEqual([]);
  for (const { status, headers } of answers) {
    if (status === 429 || status === 503) expect(Number(headers.get('retry-after')), `${status}`).toBeGreaterThan(0);
  }
  expect(count(200)).toBeGreaterThan(0);
  expect(count(401)).toBeGreaterThan(0);
  expect(menus).toBeGreaterThan(0);
  expect(hashing.most).toBeGreaterThan(0);
  expect(hashing.most).toBeLessThanOrEqual(availableParallelism());
  // Requests that got a 503 were not hashed.
  expect(hashing.done).toBe(count(200) + count(401));
});
