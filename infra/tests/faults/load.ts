import { setTimeout as rest } from 'node:timers/promises';
import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { FaultySite } from './site.ts';

export type Kind = 'public read' | 'owner read' | 'owner write';

/** A background request and its result. */
export interface Tried {
  kind: Kind;
  /** Method and path. */
  what: string;
  /** performance.now() when the request was sent. */
  at: number;
  ms: number;
  /** 0 when there was no response. */
  status: number;
  retryAfter: string | null;
  /** The menu's source, or the reason for no response. */
  from: string;
  /**
   * If it showed an older price than was acknowledged before it began: how long before, in milliseconds; else 0. Only
   * reads of the owner's menu show a price that changes.
   */
  hiddenMs: number;
}

/** A steady load: diners read menus, and an owner reads and writes. */
export interface Load {
  tried: readonly Tried[];
  /** Sends one extra request, recorded like the steady ones. */
  ask(kind: Kind, method: string, path: string, body?: unknown): Promise<Answered>;
  /** Sends one unrecorded request as the owner, or with `token`. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answered>;
  /** Names of dishes whose creation was acknowledged. */
  acknowledged: readonly string[];
  /** The last acknowledged price of the owner's first dish; prices only rise. */
  lastPrice(): number;
  owner: Owner;
  stop(): Promise<void>;
}

export interface Answered {
  /** 0 when there was no response. */
  status: number;
  body: unknown;
  retryAfter?: string | null;
  /** As in `Tried`. */
  hiddenMs?: number;
}

export interface Owner {
  token: string;
  tenantId: string;
  slug: string;
  categoryId: number;
  itemId: number;
}

/** A hard-to-guess password. */
export const PASSWORD = 'nine grey otters hum';

/** Time limit for any request; beyond it, the request hangs. */
const HANG_MS = 30_000;

const PUBLIC_EVERY_MS = 80;
const READ_EVERY_MS = 160;
const WRITE_EVERY_MS = 200;
const VISIT_EVERY_MS = 250;
/** Maximum number of concurrent requests of one kind. */
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
    const hiddenMs = kind === 'public read' ? hiddenIn(path, answer.body, at) : 0;
    tried.push({ kind, what: `${method} ${path}`, at, ms: performance.now() - at, status, retryAfter, from, hiddenMs });
    return { ...answer, hiddenMs };
  };
  /** When each price of the owner's first dish was acknowledged, in rising order. */
  const prices: { price: number; at: number }[] = [];
  const hiddenIn = (path: string, body: unknown, at: number): number => {
    if (!path.endsWith(`/${owner.slug}`)) return 0;
    const shown = menuIn(body)?.items.find(({ id }) => id === owner.itemId)?.price;
    if (shown === undefined) return 0;
    const missed = prices.find(({ price }) => price > shown);
    return missed ? Math.max(0, at - missed.at) : 0;
  };

  const owner = await signUp(ask, (given) => {
    token = given;
  });
  const menus = ['demo', owner.slug].flatMap((slug) => [`/api/public/menu/${slug}`, `/menu/${slug}`]);
  const reads = ['/api/categories', '/api/menu-items', '/api/tenant'];
  let [turn, price] = [0, 1];
  let isWritingPrice = false;

  const write = async () => {
    turn += 1;
    if (turn % 3 > 0) {
      const name = `Dish ${turn}`;
      const created = { name, price: 5, categoryId: owner.categoryId };
      if ((await ask('owner write', 'POST', '/api/menu-items', created)).status === 201) acknowledged.push(name);
    } else if (!isWritingPrice) {
      // In sequence, so that the last acknowledged price is the current one.
      isWritingPrice = true;
      const next = price++;
      const answer = await ask('owner write', 'PUT', `/api/menu-items/${owner.itemId}`, { price: next });
      if (answer.status === 200) prices.push({ price: next, at: performance.now() });
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
    lastPrice: () => prices.at(-1)?.price ?? 0,
    owner,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await rest(0);
    },
  };
}

/** The menu in a response: the data itself, or a page with the data in it. */
function menuIn(body: unknown): PublicMenu | undefined {
  if (typeof body !== 'string') return (body as PublicMenu | undefined)?.items ? (body as PublicMenu) : undefined;
  const [, json] = new RegExp(`id="${MENU_DATA_ID}">(.*?)</script>`, 's').exec(body) ?? [];
  return json ? ((JSON.parse(json) as { menu: PublicMenu | null }).menu ?? undefined) : undefined;
}

/** Creates a restaurant with one category and one dish. */
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
