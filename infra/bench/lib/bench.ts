import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { commandOrInstall } from '@tavola/local-servers/program.ts';
import pg from 'pg';
import { UNLIMITED } from '../../dev/local/processes.ts';
import type { Secrets } from '../../dev/local/secrets.ts';
import { type Stack, startStack } from '../../dev/local/stack.ts';
import { pinLoad, pinServers } from './cores.ts';
import { type Answer, askOnce, headerOf, textOf } from './http-connection.ts';
import { copyDemo, PRICED_ITEMS } from './menu-copies.ts';
import { environmentOf } from './processes.ts';
import { type Rivals, startRivals } from './rivals.ts';
import { ownerTokens } from './tokens.ts';

/** A scenario's result. */
export interface Finding {
  title: string;
  goals: Goal[];
  /** Paragraphs and tables in Markdown. */
  parts: string[];
}

/** One row of the report's table of goals. */
export interface Goal {
  what: string;
  goal: string;
  measured: string;
  isMet: boolean;
  /** Why the goal is missed, for the report. */
  whyMissed?: string;
}

/** The measured feature does not exist here (yet); the report says so instead of showing results. */
export class NotAvailable extends Error {}

/** A restaurant that the bench reads and writes. */
export interface Restaurant {
  slug: string;
  tenantId: string;
  /** The item whose price is changed. */
  itemId: number;
  /** Its owner's token. */
  token: string;
}

/** The environment that scenarios use. */
export interface Bench {
  stack: Stack;
  rivals: Rivals;
  db: pg.Pool;
  /** A folder for files of one run. */
  dir: string;
  /** The site's nginx.conf. */
  nginxConf: string;
  wrkCommand: string;
  rounds: number;
  /** The length of one measurement. */
  seconds: number;
  isQuick: boolean;
  demo: Restaurant;
  say(line: string): void;
  /** The token of a restaurant's owner. */
  tokenOf(tenantId: string): string;
  /** The URL where a service itself listens. */
  urlOf(name: ServiceName): string;
  /** The ids of the stack's processes with these names. */
  servers(...names: string[]): Record<string, number>;
  /** Adds restaurants with the demo's menu that were never read; returns their slugs. */
  copies(count: number): Promise<string[]>;
  /** The first of `count` consecutive prices, in cents, that no menu has had yet. */
  newPrices(count: number): number;
  stop(): Promise<void>;
}

interface BenchOptions {
  rounds: number;
  seconds: number;
  isQuick: boolean;
  say: (line: string) => void;
}

/** A menu's path. */
export const menuPath = (slug: string): string => `/api/public/menu/${slug}`;

/** Stops everything that was started when this process gets a signal. */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
    process.once(event, async (cause: unknown) => {
      console.error(cause);
      await stop();
      process.exit(1);
    });
  }
}

/** Starts the product with its demonstration restaurants, and its rivals, in a temporary folder. */
export async function startBench({ rounds, seconds, isQuick, say }: BenchOptions): Promise<Bench> {
  const wrkCommand = await commandOrInstall(['wrk'], ['wrk'], say);
  const home = mkdtempSync(join(tmpdir(), 'tavola-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const stack = await startStack({ home, port, rateLimitFactor: UNLIMITED, say });
  const db = new pg.Pool({ connectionString: stack.adminUrl });
  db.on('error', () => {});
  let rivals: Rivals | undefined;
  const stopAll = async () => {
    await rivals?.stop();
    await db.end();
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  // After a signal, the scenario that it ended stops the bench too.
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };

  try {
    pinServers(Object.values(stack.pids()));
    pinLoad();
    const { jwtPrivateKey }: Secrets = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'));
    const tokenOf = ownerTokens(jwtPrivateKey);
    const pidOf = (name: string) => {
      const pid = stack.pids()[name];
      if (!pid) throw new NotAvailable(`the stack runs no ${name} of its own`);
      return pid;
    };
    const urlOf: Bench['urlOf'] = (name) => `http://127.0.0.1:${environmentOf(pidOf(name)).PORT}`;

    const answer = await demoAnswer(urlOf('public-menu'));
    const nginxConf = join(home, 'nginx', 'nginx.conf');
    const dir = join(home, 'bench');
    mkdirSync(dir, { recursive: true });
    rivals = await startRivals({
      dir,
      gzipped: answer,
      slug: 'demo',
      nginxConf,
      say,
    });
    const [demo] = await restaurants(db, "slug = 'demo'", tokenOf);
    let price = 100_000;
    let batch = 0;

    stopOnSignal(stop);
    return {
      stack,
      rivals,
      db,
      dir,
      nginxConf,
      wrkCommand,
      rounds,
      seconds,
      isQuick,
      demo: demo as Restaurant,
      say,
      tokenOf,
      urlOf,
      servers: (...names) => Object.fromEntries(names.map((name) => [name, pidOf(name)])),
      async copies(count) {
        batch += 1;
        return copyDemo(db, `copy-${batch}`, count);
      },
      newPrices(count) {
        price += count;
        return price - count;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demonstration restaurants selected by `where` (SQL on auth.tenant), ordered by slug. */
export async function restaurants(
  db: pg.Pool,
  where: string,
  tokenOf: (tenantId: string) => string,
): Promise<Restaurant[]> {
  const { rows } = await db.query<{ id: string; slug: string; item_id: number }>(
    `SELECT tenant.id, slug, item_id FROM auth.tenant
     JOIN (${PRICED_ITEMS}) AS priced ON priced.tenant_id = tenant.id
     WHERE ${where} ORDER BY slug`,
  );
  return rows.map(({ id, slug, item_id }) => ({ slug, tenantId: id, itemId: item_id, token: tokenOf(id) }));
}

/** Requests one gzip response, as wrk does, and checks its status. */
export async function probe(url: string, headers: Record<string, string> = {}, status = 200): Promise<Answer> {
  const answer = await askOnce('GET', url, { 'Accept-Encoding': 'gzip', ...headers });
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}, not ${status}.`);
  return answer;
}

/**
 * Requests until the response comes from `level`.
 * @throws NotAvailable when it never does.
 */
export async function probeFrom(level: string, url: string, headers: Record<string, string> = {}, status = 200) {
  let said: string | null = null;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answer = await probe(url, headers, status);
    said = headerOf(answer, 'x-cache');
    if (said === level) return answer;
  }
  throw new NotAvailable(`answers never come from ${level}: X-Cache is ${said ?? 'not there'}`);
}

/** What follows the path of the menu at `url`, for each of its languages: nothing for the base language, else `/{language}`. */
export async function languagesOf(url: string): Promise<string[]> {
  const { language }: PublicMenu = JSON.parse(textOf(await probe(url)));
  return ['', ...(language?.offered.slice(1) ?? []).map((tag) => `/${tag}`)];
}

/** The demo menu's gzip response. */
async function demoAnswer(origin: string): Promise<Buffer> {
  const answer = await probe(origin + menuPath('demo'));
  return headerOf(answer, 'content-encoding') === 'gzip' ? answer.body : gzipSync(textOf(answer));
}
