import { setTimeout as rest } from 'node:timers/promises';
import type { FaultySite } from './site.ts';

export type Kind = 'public read' | 'owner read' | 'owner write';

/** A request of the background and what became of it. */
export interface Tried {
  kind: Kind;
  /** Method and path. */
  what: string;
  /** performance.now() when it was sent. */
  at: number;
  ms: number;
  /** 0 where there was no answer. */
  status: number;
  retryAfter: string | null;
  /** Where a menu came from, or why there was no answer. */
  from: string;
}

/** Diners who read menus and an owner who reads and writes, steadily. */
export interface Load {
  tried: readonly Tried[];
  /** One request outside of the steady ones, noted as they are. */
  ask(kind: Kind, method: string, path: string, body?: unknown): Promise<Answered>;
  /** One request of the owner's, or of whoever has `token`, that is not noted. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answered>;
  /** Names of dishes whose creation was acknowledged. */
  acknowledged: readonly string[];
  /** The last price that was acknowledged for the owner's first dish; they only rise. */
  lastPrice(): number;
  owner: Owner;
  stop(): Promise<void>;
}

export interface Answered {
  /** 0 where there was no answer. */
  status: number;
  body: unknown;
  retryAfter?: string | null;
}

export interface Owner {
  token: string;
  tenantId: string;
  slug: string;
  categoryId: number;
  itemId: number;
}

/** A password that nobody would guess. */
export const PASSWORD = 'nine grey otters hum';

/** Longer than anything may take: what is not answered by then hangs. */
export const HANG_MS = 30_000;

const PUBLIC_EVERY_MS = 80;
const READ_EVERY_MS = 160;
const WRITE_EVERY_MS = 200;
const VISIT_EVERY_MS = 250;
/** Requests of a kind that may be under way at once. */
const AT_ONCE = 20;

/** Signs an owner up and starts the load. */
export async function startLoad({ origin }: Pick<FaultySite, 'origin'>): Promise<Load> {
  const tried: Tried[] = [];
  const acknowledged: string[] = [];
  let token = '';

  const send = async (method: string, path: string, body?: unknown, by?: string) => {
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(by && { authorization: `Bearer ${by}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(HANG_MS),
      });
      const { status, headers } = response;
      const text = await response.text();
      const isJson = /[/+]json/.test(headers.get('content-type') ?? '');
      const retryAfter = headers.get('retry-after');
      return { status, body: isJson && text ? JSON.parse(text) : text, retryAfter, from: headers.get('x-cache') ?? '' };
    } catch (error) {
      return { status: 0, body: undefined, retryAfter: null, from: String((error as Error).cause ?? error) };
    }
  };
  const ask: Load['ask'] = async (kind, method, path, body) => {
    const at = performance.now();
    const answer = await send(method, path, body, kind === 'public read' ? undefined : token);
    const { status, retryAfter, from } = answer;
    tried.push({ kind, what: `${method} ${path}`, at, ms: performance.now() - at, status, retryAfter, from });
    return answer;
  };

  const owner = await signUp(ask, (given) => {
    token = given;
  });
  const menus = ['demo', owner.slug].flatMap((slug) => [`/api/public/menu/${slug}`, `/menu/${slug}`]);
  const reads = ['/api/categories', '/api/menu-items', '/api/tenant'];
  let [turn, price, lastPrice] = [0, 1, 0];
  let isWritingPrice = false;

  const write = async () => {
    turn += 1;
    if (turn % 3 > 0) {
      const name = `Dish ${turn}`;
      const created = { name, price: 5, categoryId: owner.categoryId };
      if ((await ask('owner write', 'POST', '/api/menu-items', created)).status === 201) acknowledged.push(name);
    } else if (!isWritingPrice) {
      // One after the other, so that the last one acknowledged is the one that counts.
      isWritingPrice = true;
      const next = price++;
      const answer = await ask('owner write', 'PUT', `/api/menu-items/${owner.itemId}`, { price: next });
      if (answer.status === 200) lastPrice = next;
      isWritingPrice = false;
    }
  };
  const steadily = (everyMs: number, act: (n: number) => Promise<unknown>) => {
    let [n, underWay] = [0, 0];
    return setInterval(() => {
      if (underWay >= AT_ONCE) return;
      underWay += 1;
      void act(n++).finally(() => (underWay -= 1));
    }, everyMs);
  };
  const timers = [
    steadily(PUBLIC_EVERY_MS, (n) => ask('public read', 'GET', menus[n % menus.length] as string)),
    steadily(READ_EVERY_MS, (n) => ask('owner read', 'GET', reads[n % reads.length] as string)),
    steadily(WRITE_EVERY_MS, write),
    steadily(VISIT_EVERY_MS, () => send('POST', '/api/public/visits', { tenantId: owner.tenantId, seconds: 5 })),
  ];
  return {
    tried,
    ask,
    call: (method, path, body, by = token) => send(method, path, body, by),
    acknowledged,
    lastPrice: () => lastPrice,
    owner,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await rest(0);
    },
  };
}

/** A restaurant with one category and one dish. */
async function signUp(ask: Load['ask'], keep: (token: string) => void): Promise<Owner> {
  const slug = `trattoria-${Date.now().toString(36)}`;
  const signedUp = (await ask('owner write', 'POST', '/api/auth/signup', {
    name: 'Ada',
    email: `${slug}@example.com`,
    password: PASSWORD,
    restaurantName: 'Trattoria',
    slug,
  })) as { status: number; body: { token: string; user: { tenantId: string } } };
  if (signedUp.status !== 201) throw new Error(`sign-up: ${signedUp.status} ${JSON.stringify(signedUp.body)}`);
  keep(signedUp.body.token);
  const made = async (path: string, body: object) =>
    (await ask('owner write', 'POST', path, body)).body as { id: number };
  const { id: categoryId } = await made('/api/categories', { name: 'Pasta' });
  const { id: itemId } = await made('/api/menu-items', { name: 'Carbonara', price: 1, categoryId });
  return { token: signedUp.body.token, tenantId: signedUp.body.user.tenantId, slug, categoryId, itemId };
}
