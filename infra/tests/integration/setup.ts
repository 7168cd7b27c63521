import { randomUUID } from 'node:crypto';
import type { Answer, Call } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { expect, vi } from 'vitest';
import { startSite } from '../harness/in-process.ts';

/** auth, menu and two public-menu processes, with real configuration, on one database and the Redis at `redisUrl`. */
export async function startServices(redisUrl = provided().redisUrl) {
  const site = await startSite({ names: ['auth', 'menu', 'public-menu'], redisUrl });
  const [auth, menu] = [site.processOf('auth'), site.processOf('menu')];
  const processes: Call[] = [site.processOf('public-menu').call, (await site.start('public-menu')).call];
  const readers = [...processes];
  return {
    ...site,
    auth,
    menu,
    /** Reads the public menu at `slug` from the first or second process. */
    readFrom: (at: number, slug: string): Promise<Answer> =>
      (processes[at % 2] as Call)('GET', `/api/public/menu/${slug}`),
    /** Reads the public menu at `slug`, alternating between the processes. */
    read(slug: string): Promise<Answer> {
      const [call, other] = readers as [Call, Call];
      readers.reverse();
      return (other ?? call)('GET', `/api/public/menu/${slug}`);
    },
    /** Signs up a restaurant with one category and one item. */
    async signedUp() {
      const slug = `ada-${randomUUID()}`;
      const body = {
        name: 'Ada',
        email: `${slug}@example.com`,
        password: 'open sesame',
        restaurantName: 'Da Ada',
        slug,
      };
      const session = (await auth.call('POST', '/api/auth/signup', { body })).body;
      const { token } = session;
      const send = (call: Call) => (method: string, path: string, sent?: unknown) =>
        call(method, path, sent === undefined ? { token } : { token, body: sent });
      const toMenu = send(menu.call);
      const category = (await toMenu('POST', '/api/categories', { name: 'Pasta' })).body;
      const item = (await toMenu('POST', '/api/menu-items', { name: 'Carbonara', price: 0, categoryId: category.id }))
        .body;
      return {
        slug,
        token: token as string,
        tenantId: session.user.tenantId as string,
        toMenu,
        toAuth: send(auth.call),
        category,
        item,
      };
    },
  };
}

type Services = Awaited<ReturnType<typeof startServices>>;

/** Waits until each process is subscribed to changes through Redis: until the menu at `slug` comes from both memories. */
export const untilCached = ({ read }: Services, slug: string): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const { headers } of [await read(slug), await read(slug)]) {
        if (headers.get('x-cache') !== 'memory') throw new Error(`comes from ${headers.get('x-cache')}`);
      }
    },
    { timeout: 10_000, interval: 20 },
  );

/** How long after its acknowledgement a write may stay invisible, in milliseconds (README, the promise). */
export const PROMISE_MS = 250;

/** Reads the menu at `slug` until `isNew`, within the promised time; then both readers must show it. */
export async function untilSeen({ read }: Services, slug: string, isNew: (answer: Answer) => boolean): Promise<Answer> {
  const until = performance.now() + PROMISE_MS;
  let answer = await read(slug);
  for (let shown = 0; shown < 4; answer = await read(slug)) {
    shown = isNew(answer) ? shown + 1 : 0;
    if (shown === 0 && performance.now() > until) throw new Error(`${slug} is still old`);
  }
  return answer;
}

/** How long after its acknowledgement a gateway may miss the end of a session, in milliseconds. */
const END_PROMISE_MS = 1_000;

/** Two gateways, and people who sign in through the first. */
export async function startGateways({ start }: Pick<Services, 'start'>) {
  const gateways = [await start('gateway'), await start('gateway')] as const;
  const [{ call }] = gateways;

  /** Each gateway's status for this token, on a route of a service without session logic. */
  const statuses = (token: string) =>
    Promise.all(gateways.map(async (gateway) => (await gateway.call('GET', '/api/categories', { token })).status));

  return {
    call,
    statuses,
    /** Waits, within the promised time, until every gateway rejects the token; after that they must keep rejecting it. */
    async expectRefusedInTime(token: string) {
      const startedAt = performance.now();
      let last = await statuses(token);
      while (ownMsSince(startedAt) < END_PROMISE_MS && last.join() !== '401,401') last = await statuses(token);
      expect(last).toEqual([401, 401]);
      for (let again = 0; again < 3; again++) expect(await statuses(token)).toEqual([401, 401]);
    },
    /** Signs up an owner. */
    async person() {
      const slug = `s-${randomUUID()}`;
      const account = { email: `${slug}@example.com`, password: 'open sesame' };
      const body = { ...account, name: 'Ada', restaurantName: 'Da Ada', slug };
      const { token, user } = (await call('POST', '/api/auth/signup', { body })).body;
      const logIn = (more: object = {}) => call('POST', '/api/auth/login', { body: { ...account, ...more } });
      return {
        slug,
        email: account.email,
        token: token as string,
        userId: user.id as string,
        tenantId: user.tenantId as string,
        logIn,
        newToken: async (more?: object): Promise<string> => (await logIn(more)).body.token,
      };
    },
  };
}
