import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChangedAddresses } from '@tavola/contracts/auth.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Answer, type Call, inTurn, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { type OwnRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { person, SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { afterAll, expect } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import { startWorker } from '../src/start-worker.ts';

/** A restaurant's owner. */
export interface Owner {
  tenantId: string;
  userId: string;
  token: string;
}

export interface Media {
  /** To two processes in turn. */
  call: Call;
  /** The base URL of one of them, and of both. */
  url: string;
  urls: string[];
  database: TestDatabase;
  redis: OwnRedis;
  deps: Deps;
  /** The folder of all files. */
  folder: string;
  /** The addresses that menu says are in use, away while that is null, and those that auth says are. */
  used: { pictures: string[] | null; ofProfile: string[] };
  /** auth's list of changed addresses; while it is null, auth is away. */
  changed: { addresses: ChangedAddresses['addresses'] | null };
  /** Starts one more process. */
  startAnother(): Promise<Listening>;
  owner(): Owner;
  /** Uploads a picture, and waits until it is read, however long that takes on a busy machine. */
  upload(owner: Owner, file: Uint8Array<ArrayBuffer>, type?: string): Promise<Answer>;
  /** The same without waiting. */
  send: Media['upload'];
  startWorker(): { ready(): Promise<boolean>; close(): Promise<void> };
  /** The names of the files below `folder/path`, sorted. */
  files(path: string): string[];
}

/**
 * Starts two media processes, without a worker, on a database, a Redis and a folder for the calling test file only. `storage`, an
 * address as in `STORAGE_URL`, is used instead of the folder.
 */
export async function startMedia(storage?: string): Promise<Media> {
  const [database, redis] = await Promise.all([testDatabase(), ownRedis('queue')]);
  const { path: folder, remove } = temporaryFolder('pictures');
  const used: Media['used'] = { pictures: [], ofProfile: [] };
  const menu = await fakeService(() => {
    if (!used.pictures) throw new Error('away');
    return { pictures: used.pictures };
  });
  const changed: Media['changed'] = { addresses: [] };
  const auth = await fakeService((path) => {
    if (!path.startsWith('/internal/tenants/changed-addresses')) return { pictures: used.ofProfile };
    if (!changed.addresses) throw new Error('away');
    return { addresses: changed.addresses, next: '0_', hasMore: false } satisfies ChangedAddresses;
  });
  const env = {
    ...SERVICE_ENV,
    DATABASE_URL: database.urlOf('media'),
    REDIS_QUEUE_URL: redis.url,
    STORAGE_URL: storage ?? pathToFileURL(folder).href,
    AUTH_URL: auth.url,
    MENU_URL: menu.url,
  };
  // Each has its own connections, as on two machines.
  const [deps, others] = [makeDeps(env), makeDeps(env)];
  const workers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of workers) await close();
    await Promise.all([deps.close(), others.close()]);
    remove();
  });
  const replicas = [await listenAsAgreed(makeApp(deps)), await listenAsAgreed(makeApp(others))] as const;
  const call = inTurn(...replicas.map((replica) => replica.call));
  const send: Media['upload'] = ({ token }, raw, type = 'image/jpeg') =>
    call('POST', '/api/media', { token, raw, headers: { 'content-type': type } });
  return {
    call,
    url: replicas[0].url,
    urls: replicas.map(({ url }) => url),
    database,
    redis,
    deps,
    folder,
    used,
    changed,
    startAnother() {
      const another = makeDeps(env);
      afterAll(() => another.close());
      return listenAsAgreed(makeApp(another));
    },
    owner() {
      const { tenantId, ...rest } = person();
      return { ...rest, tenantId: tenantId as string };
    },
    send,
    async upload(owner, file, type) {
      const answer = await whenNotBusy(() => send(owner, file, type));
      const isRead = async () => {
        if (answer.body?.state !== 'reading') return true;
        const { body } = await call('GET', `/api/media/${answer.body.id}`, { token: owner.token });
        answer.body = body;
        return body.state !== 'reading';
      };
      await expect.poll(isRead, { timeout: 60_000 }).toBe(true);
      return answer;
    },
    startWorker() {
      const worker = startWorker(env);
      let closing: Promise<void> | undefined;
      const close = () => {
        closing ??= worker.close();
        return closing;
      };
      workers.push(close);
      return { ready: worker.ready, close };
    },
    files: (path) => (existsSync(join(folder, path)) ? readdirSync(join(folder, path)).toSorted() : []),
  };
}
