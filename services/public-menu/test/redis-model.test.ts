import { randomUUID } from 'node:crypto';
import { MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { closeRedis, makeRedis, type Redis } from '@tavola/service-kit/data/redis.ts';
import { type VersionedCache, versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { seeded } from '@tavola/test-kit/seeded.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { RedisModel } from './redis-model.ts';

const server = await ownRedis();
const redis = makeRedis(server.url, 'test', makeLog('test', 'silent'));
afterAll(() => closeRedis(redis));
await vi.waitFor(() => redis.ping(), { timeout: 5_000 });

/** A client connected directly to `model`. */
const clientOf = (model: RedisModel) => {
  const client = {
    withTypeMapping: () => client,
    hmGet: async (key: string, fields: string[]) => model.hmGet(key, fields),
    eval: async (_script: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) =>
      model.eval(keys, args),
  };
  return client as unknown as Redis;
};

it('the modelled Redis does what a real one does, over thousands of random raises, fills, reads and flushes', async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const random = seeded(seed);
    const below = (n: number) => Math.floor(random() * n);
    const model = new RedisModel();
    const prefix = `model-${randomUUID()}`;
    const both = [clientOf(model), redis];
    const onBoth = (act: (cache: VersionedCache<MenuSource>, at: number) => Promise<unknown>, format = '') =>
      Promise.all(both.map((client, at) => act(versionedCache(client, prefix, MENU_SOURCES, format), at)));
    /** The data sets that each has returned; they should match although their names differ. */
    const dataSets = [await onBoth((cache) => cache.dataSet())];
    for (let step = 0; step < 100; step += 1) {
      const key = `key-${below(2)}`;
      const format = `format-${below(2)}`;
      const [versions, body] = [{ tenant: below(5), menu: below(8) }, Buffer.from(`body ${step}`)];
      const kind = below(40);
      if (kind === 0) {
        model.flush();
        await redis.flushAll();
      } else if (kind < 4) {
        dataSets.push(await onBoth((cache) => cache.dataSet()));
      } else if (kind < 12) {
        const source = MENU_SOURCES[below(2)] as MenuSource;
        await onBoth((cache) => cache.raise(key, source, versions[source]));
      } else if (kind < 26) {
        const of = dataSets[Math.max(0, dataSets.length - 1 - below(2))] as string[];
        const fill = (cache: VersionedCache<MenuSource>, at: number) =>
          cache.fill(key, versions, body, of[at] as string);
        const [modelled, real] = await onBoth(fill, format);
        expect(modelled).toBe(real);
      } else {
        const [modelled, real] = await onBoth((cache) => cache.read(key), format);
        expect(modelled).toEqual(real);
      }
    }
  }
});
