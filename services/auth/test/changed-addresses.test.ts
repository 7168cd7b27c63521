import { type ChangedAddresses, changedAddresses } from '@tavola/contracts/auth.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { expect, it } from 'vitest';
import { signedUp, startAuth } from './setup.ts';

const { call, database, published } = await startAuth();
const after = async (cursor: string): Promise<ChangedAddresses> => {
  const { body } = await call('GET', `/internal/tenants/changed-addresses?after=${cursor}`, AS_SERVICE);
  expect(changedAddresses.parse(body)).toEqual(body);
  return body;
};

/** A restaurant, the acts that change what its addresses lead to, and how auth lists those then. */
async function restaurant() {
  const { body, token } = await signedUp(call);
  const { tenantId } = body.user;
  const { slug, name } = (await call('GET', '/api/tenant', { token })).body;
  const put = (fields: object) => call('PUT', '/api/tenant', { token, body: { name, ...fields } });
  const setActive = async (isActive: boolean) => {
    const [admin] = await database.rows(`SELECT id FROM auth."user" WHERE role = 'admin'`);
    const sent = { ...AS_SERVICE, body: { isActive, actorId: admin?.id } };
    expect((await call('PUT', `/internal/tenants/${tenantId}/status`, sent)).status).toBe(200);
  };
  const askForDeletion = () =>
    call('POST', '/api/account/deletion', { token, body: { name, password: 'correct horse' } });
  const keep = () => call('DELETE', '/api/account/deletion', { token });
  const listed = async () =>
    (await after('0_')).addresses.flatMap(({ tenantId: its, at: _at, ...address }) =>
      its === tenantId ? [address] : [],
    );
  const told = () => {
    const last = published.at(-1);
    if (!last || last.tenantId !== tenantId) throw new Error('nothing was published');
    const { version: _version, tenantId: _id, ...change } = last;
    return change;
  };
  return { tenantId, slug, token, put, setActive, askForDeletion, keep, listed, told };
}

{
  const { body } = await signedUp(call);
  await database.rows('DELETE FROM auth.session WHERE user_id = $1', [body.user.id]);
  await database.rows(`UPDATE auth."user" SET role = 'admin', tenant_id = NULL WHERE id = $1`, [body.user.id]);
}

it('an address that ceases or begins to lead to a menu is listed and published, with the languages it may have been read in', async () => {
  const ada = await restaurant();
  const { slug } = ada;
  expect([await ada.listed(), ada.told().addresses]).toEqual([[], undefined]);
  await ada.put({ description: 'New' });
  expect([await ada.listed(), ada.told()]).toEqual([[], { slug, isShown: true, addresses: [], endsCopies: false }]);

  await ada.put({ languages: { base: 'en', others: ['fr', 'de'] } });
  await ada.put({ languages: { base: 'en', others: ['it'] } });
  const languages = ['en', 'it', 'de', 'fr'];
  expect(await ada.listed()).toEqual([{ slug, languages, isShown: true }]);
  for (const isActive of [false, true]) {
    await ada.setActive(isActive);
    expect(await ada.listed()).toEqual([{ slug, languages: ['en', 'it', 'de', 'fr'], isShown: isActive }]);
    const addresses = [{ slug, languages: ['en', 'it', 'de', 'fr'] }];
    expect(ada.told()).toEqual({ slug, isShown: isActive, addresses, endsCopies: true });
  }
});

it('deletion and its cancellation, and both addresses of a new slug, are listed and published, too', async () => {
  const ada = await restaurant();
  const { slug } = ada;
  await ada.askForDeletion();
  expect(ada.told()).toMatchObject({ isShown: false, addresses: [{ slug }] });
  expect(await ada.listed()).toEqual([{ slug, languages: [], isShown: false }]);
  await ada.keep();
  expect(ada.told()).toMatchObject({ isShown: true, addresses: [{ slug }] });
  const to = `${slug}-now`;
  await ada.put({ slug: to });
  const both = expect.arrayContaining([
    { slug, languages: [] },
    { slug: to, languages: [] },
  ]);
  expect(ada.told()).toEqual({ slug: to, isShown: true, addresses: both, endsCopies: true });
  expect((await ada.listed()).map((address) => address.slug).toSorted()).toEqual([slug, to]);
  await ada.put({ description: 'New' });
  expect(ada.told()).toMatchObject({ addresses: [], endsCopies: false });
});

it('a reader gets all of them in pages, and again those that may have been committed late', async () => {
  await database.rows(
    `INSERT INTO auth.tenant_slug (slug, tenant_id, changed_at, languages)
     SELECT 'page-' || n, gen_random_uuid(), '2026-01-01'::timestamptz + n / 700 * interval '1 ms', '{}' FROM generate_series(1, 2500) AS n`,
  );
  const paged: string[] = [];
  let page = await after('0_');
  for (; page.hasMore; page = await after(page.next)) paged.push(...page.addresses.map(({ slug }) => slug));
  paged.push(...page.addresses.map(({ slug }) => slug));
  const [count] = await database.rows('SELECT count(*)::int FROM auth.tenant_slug WHERE changed_at IS NOT NULL');
  expect([paged.length, new Set(paged).size]).toEqual([count?.count, count?.count]);
  expect(page.addresses.at(-1)?.isShown).not.toBeNull();

  const { next } = page;
  expect((await after(next)).next >= next).toBe(true);
  const ada = await restaurant();
  await ada.setActive(false);
  for (const _again of [1, 2])
    expect((await after(next)).addresses.map(({ slug, isShown }) => [slug, isShown])).toContainEqual([ada.slug, false]);
});

it.each(['', 'x', '1', '1_A', '-1_'])('refuses the cursor "%s"', async (cursor) => {
  expectProblem(await call('GET', `/internal/tenants/changed-addresses?after=${cursor}`, AS_SERVICE), 400);
});
