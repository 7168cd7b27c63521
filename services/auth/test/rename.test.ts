import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { sweepSlugs } from '../src/tenant/former-slugs.ts';
import { confirmAddress, signedUp, startAuth } from './setup.ts';

const { call, database, db, published } = await startAuth();
/** A restaurant at `slug`, with its actions. */
async function restaurantAt(slug: string) {
  const { body, token } = await signedUp(call, { slug });
  await confirmAddress(database, body.user.id);
  return {
    id: body.user.tenantId as string,
    rename: (to: string) => call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', slug: to } }),
    profile: async () => (await call('GET', '/api/tenant', { token })).body,
  };
}

const bySlug = (slug: string) => call('GET', `/internal/tenants/by-slug/${slug}`, AS_SERVICE);
const listed = async (): Promise<string[]> => (await call('GET', '/internal/tenants/slugs', AS_SERVICE)).body.slugs;
const signUpAt = (slug: string) => signedUp(call, { slug });

describe('a new slug', () => {
  it('is in the profile, for other services and in the list for sitemaps, with a new version', async () => {
    const ada = await restaurantAt('ada-old');
    expect(await ada.rename('ada-new')).toMatchObject({ status: 200, body: { slug: 'ada-new' } });
    expect(await ada.profile()).toMatchObject({ slug: 'ada-new' });
    expect((await bySlug('ada-new')).body).toMatchObject({ id: ada.id, slug: 'ada-new', version: 2 });
    expect(await listed()).toContain('ada-new');
    expect(await listed()).not.toContain('ada-old');
    expect(published.at(-1)).toMatchObject({ tenantId: ada.id, version: 2, slug: 'ada-new' });
  });

  it('is saved with the other fields or not at all', async () => {
    const ada = await restaurantAt('whole');
    await restaurantAt('whole-taken');
    const before = await ada.profile();
    expectProblem(await ada.rename('whole-taken'), 409, ['slug']);
    expect(await ada.profile()).toEqual(before);
    expect((await bySlug('whole')).body.version).toBe(1);
  });

  it('equal to the old one changes nothing', async () => {
    const ada = await restaurantAt('same');
    expect((await ada.rename(' same ')).status).toBe(200);
    expect((await bySlug('same')).body).toMatchObject({ slug: 'same', version: 2 });
  });
});

describe('a former slug', () => {
  it('leads to its restaurant’s current slug', async () => {
    const ada = await restaurantAt('moving-1');
    for (const slug of ['moving-2', 'moving-3', 'moving-4']) expect((await ada.rename(slug)).status).toBe(200);
    for (const slug of ['moving-1', 'moving-2', 'moving-3', 'moving-4']) {
      expect((await bySlug(slug)).body).toMatchObject({ id: ada.id, slug: 'moving-4', version: 4 });
    }
    expect((await listed()).filter((slug) => slug.startsWith('moving-'))).toEqual(['moving-4']);
  });

  it('becomes free after 90 days without a guest, and stays forever after one [P3]', async () => {
    const ada = await restaurantAt('left-alone');
    await ada.rename('left-visited');
    await ada.rename('left-current');
    const other = await restaurantAt('left-other');
    // On the first day, public-menu reads it to replace nginx's copies.
    expect((await bySlug('left-visited')).body.slug).toBe('left-current');
    await database.rows(
      "UPDATE auth.tenant_slug SET changed_at = changed_at - interval '25 hours' WHERE slug = 'left-visited'",
    );
    expect(await sweepSlugs(db)).toBe(0);
    const visits = () =>
      database.rows("SELECT 1 FROM auth.tenant_slug WHERE slug = 'left-visited' AND visited_at IS NOT NULL");
    expect(await visits()).toEqual([]);
    expect((await bySlug('left-visited')).body.slug).toBe('left-current');
    await vi.waitFor(async () => expect(await visits()).toHaveLength(1), { timeout: 15_000 });
    const passed = (days: number) =>
      database.rows(
        `UPDATE auth.tenant_slug SET former_since = former_since - interval '1 day' * $1 WHERE slug LIKE 'left-%'`,
        [days],
      );
    await passed(89);
    expect(await sweepSlugs(db)).toBe(0);
    await passed(2);
    expect(await sweepSlugs(db)).toBe(1);
    for (const slug of ['left-visited', 'left-current']) expectProblem(await other.rename(slug), 409, ['slug']);
    expect((await bySlug('left-alone')).status).toBe(404);
    expect((await other.rename('left-alone')).status).toBe(200);
    // Taken back and left once more, it has 90 days again.
    expect((await ada.rename('left-visited')).status).toBe(200);
    expect(await sweepSlugs(db)).toBe(0);
  });

  it('is never given to another restaurant, by sign-up or renaming [P3]', async () => {
    const ada = await restaurantAt('kept');
    await ada.rename('kept-2');
    await ada.rename('kept-3');
    const other = await restaurantAt('kept-other');
    for (const slug of ['kept', 'kept-2', 'kept-3']) {
      expectProblem(await signUpAt(slug), 409, ['slug']);
      expectProblem(await other.rename(slug), 409, ['slug']);
      expect((await bySlug(slug)).body.id).toBe(ada.id);
    }
    expect(await other.profile()).toMatchObject({ slug: 'kept-other' });
  });

  it('may be taken back, and changed again', async () => {
    const ada = await restaurantAt('back');
    await ada.rename('forth');
    expect(await ada.rename('back')).toMatchObject({ status: 200, body: { slug: 'back' } });
    for (const slug of ['back', 'forth']) expect((await bySlug(slug)).body).toMatchObject({ id: ada.id, slug: 'back' });
    expect((await ada.rename('forth')).status).toBe(200);
    expectProblem(await signUpAt('back'), 409, ['slug']);
  });

  it('stays with a suspended restaurant, too', async () => {
    const ada = await restaurantAt('suspended');
    await ada.rename('suspended-2');
    await database.rows('UPDATE auth.tenant SET is_active = false WHERE id = $1', [ada.id]);
    expect((await bySlug('suspended')).body).toMatchObject({ slug: 'suspended-2', isActive: false });
    expectProblem(await signUpAt('suspended'), 409, ['slug']);
  });
});

describe('renaming', () => {
  it('works five times in 30 days, also by parallel requests; an own former slug may always be taken back', async () => {
    const { call: strict, database: own } = await startAuth({ RATE_LIMIT_FACTOR: 1 });
    const { body, token } = await signedUp(strict, { slug: 'often' });
    const rename = (slug: string) => strict('PUT', '/api/tenant', { token, body: { name: 'Da Ada', slug } });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => rename(`often-${n}`)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await rename('often-more');
    expectProblem(refused, 429, ['slug']);
    expect(refused.body.detail).toBe('The menu URL can be changed 5 times in 30 days. Please try again in 30 days.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(29 * 86_400);
    // Everything else may be changed, with the current slug beside it.
    const { slug } = (await strict('GET', '/api/tenant', { token })).body;
    expect((await rename(slug)).status).toBe(200);
    expect((await rename('often')).status).toBe(200);
    await own.rows("UPDATE auth.tenant_slug SET renamed_at = renamed_at - interval '30 days' WHERE tenant_id = $1", [
      body.user.tenantId,
    ]);
    expect((await rename('often-more')).status).toBe(200);
  });
});

describe('simultaneous changes', { tags: 'full' }, () => {
  it('one of twenty restaurants gets the slug that all want, by sign-up or renaming', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => restaurantAt(`racer-${n}`)));
    const answers = await Promise.all([
      ...all.map(({ rename }) => whenNotBusy(() => rename('the-prize'))),
      ...all.map(() => whenNotBusy(() => signUpAt('the-prize'))),
    ]);
    expect(answers.map(({ status }) => (status === 409 ? 409 : 'taken')).sort()).toEqual([
      ...Array(19).fill(409),
      'taken',
    ]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectProblem(answer, 409, ['slug']);
  });

  it('two restaurants that want each other’s slug are both refused, without waiting', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([restaurantAt(`one-${round}`), restaurantAt(`other-${round}`)]);
      const { result: answers, ownMs } = await timed(() =>
        Promise.all([one.rename(`other-${round}`), other.rename(`one-${round}`)]),
      );
      for (const answer of answers) expectProblem(answer, 409, ['slug']);
      // PostgreSQL checks for deadlocks after a second.
      expect(ownMs).toBeLessThan(900);
    }
  });

  it('a restaurant renamed to twenty slugs in parallel has one of them, and keeps all as former ones', async () => {
    const ada = await restaurantAt('many');
    const names = Array.from({ length: 20 }, (_, n) => `many-${n}`);
    const answers = await Promise.all(names.map((name) => whenNotBusy(() => ada.rename(name))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { slug } = await ada.profile();
    expect(names).toContain(slug);
    for (const name of ['many', ...names]) {
      expect((await bySlug(name)).body).toMatchObject({ id: ada.id, slug, version: 21 });
    }
  });
});

describe('for auth’s database role', () => {
  /** Runs `statement` as auth does for `tenantId`; returns the number of rows, or the error's code. */
  async function asAuth(tenantId: string, statement: string): Promise<number | string | null> {
    const client = new pg.Client({ connectionString: database.urlOf('auth') });
    await client.connect();
    try {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenantId]);
      return (await client.query(statement)).rowCount;
    } catch (error) {
      return (error as pg.DatabaseError).code ?? null;
    } finally {
      await client.end();
    }
  }

  it('a slug cannot be deleted or transferred, and inserted only for the own restaurant', async () => {
    const ada = await restaurantAt('fenced');
    const other = await restaurantAt('fenced-other');
    await ada.rename('fenced-2');
    expect(await asAuth(ada.id, 'SELECT * FROM auth.tenant_slug')).toBe(2);
    expect(await asAuth(other.id, 'SELECT * FROM auth.tenant_slug')).toBe(1);
    for (const { id } of [ada, other]) {
      expect(await asAuth(id, "DELETE FROM auth.tenant_slug WHERE slug = 'fenced'")).toBe(0);
    }
    const give = `UPDATE auth.tenant_slug SET tenant_id = '${other.id}' WHERE slug = 'fenced'`;
    expect(await asAuth(ada.id, give)).toBe('42501');
    expect(await asAuth(other.id, give)).toBe(0);
    expect(await asAuth(other.id, `INSERT INTO auth.tenant_slug VALUES ('fenced-3', '${ada.id}')`)).toBe('42501');
    expect((await bySlug('fenced')).body.id).toBe(ada.id);
  });
});
