import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// Two people edit one item or category: a save with an outdated tag changes nothing.

const menu = await startMenu();

function expectRefusal(answer: Answer, status: number, code: string): void {
  expectProblem(answer, status);
  expect(answer.body.type).toBe(`urn:tavola:problem:${code}`);
}

const KINDS = [
  {
    path: '/api/menu-items',
    table: 'menu.item',
    add: (owner: Owner) => owner.item({ name: 'Ragù', price: 14.9, image: null }),
  },
  {
    path: '/api/categories',
    table: 'menu.category',
    add: (owner: Owner) => owner.category({ name: 'Primi', description: 'With bread' }),
  },
];

describe.each(KINDS)('If-Match at $path', ({ path, table, add }) => {
  /** An owner with one object, and calls to it with a tag. */
  async function oneOf() {
    const owner = makeOwner(menu);
    const added = await add(owner);
    const at = `${path}/${added.id}`;
    const tied = (method: string, tag: string, body?: unknown) =>
      menu.call(method, at, { token: owner.token, headers: { 'if-match': tag }, ...(body !== undefined && { body }) });
    const tagOf = async () => (await owner.send('PUT', at, {})).headers.get('etag') as string;
    const list = async () => (await owner.send('GET', path)).body;
    return { owner, added, at, tied, tagOf, list };
  }

  it('a save with the current tag succeeds, and answers with the next tag', async () => {
    const { tied, tagOf, list } = await oneOf();
    const first = await tagOf();
    expect(first).toMatch(/^"[a-z0-9]+"$/);
    const saved = await tied('PUT', first, { name: 'Next' });
    expect(saved).toMatchObject({ status: 200, body: { name: 'Next' } });
    const second = saved.headers.get('etag') as string;
    expect(second).not.toBe(first);
    expect(second).toBe(await tagOf());
    expect((await tied('PUT', `"other" , W/${second}`, { name: 'Weak' })).status).toBe(200);
    expect((await tied('PUT', '*', { name: 'Any' })).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Any' }]);
  });

  it('a new entity comes with its tag', async () => {
    const { owner, added, at, tied } = await oneOf();
    const { id, ...fields } = added;
    const again = await owner.send('POST', path, fields);
    const tag = again.headers.get('etag') as string;
    expect(tag).toMatch(/^"[a-z0-9]+"$/);
    expect((await tied('PUT', tag, {})).status).toBe(409);
    expect(at).toBe(`${path}/${id}`);
  });

  it('a stale save or delete is refused with the current state, and writes nothing', async () => {
    const { owner, added, at, tied, tagOf, list } = await oneOf();
    const stale = await tagOf();
    const now = (await owner.send('PUT', at, { description: 'Theirs' })).body;
    const version = await owner.version();
    for (const answer of [await tied('PUT', stale, { name: 'Mine' }), await tied('DELETE', stale)]) {
      expectRefusal(answer, 409, 'changed-meanwhile');
      expect(answer.body.current).toEqual(now);
    }
    expect(await list()).toEqual([{ ...added, description: 'Theirs' }]);
    expect(await owner.version()).toBe(version);
  });

  it('an unknown tag is stale; a malformed one is a 400', async () => {
    const { added, tied, list } = await oneOf();
    for (const tag of ['""', '"0"', '"99999999999999999999"', '"\' OR 1=1"', '"*"']) {
      expectRefusal(await tied('PUT', tag, { name: 'Mine' }), 409, 'changed-meanwhile');
    }
    for (const tag of ['1', '"', '', 'W/1', '"a" "b"', '"a"b', '"a",', `"${'x'.repeat(3000)}`]) {
      expectRefusal(await tied('PUT', tag, { name: 'Mine' }), 400, 'malformed-request');
      expectRefusal(await tied('DELETE', tag), 400, 'malformed-request');
    }
    expect(await list()).toEqual([added]);
  });

  it('one of twenty parallel saves with one tag succeeds, and nineteen are refused as stale', async () => {
    const { tied, tagOf, list } = await oneOf();
    const tag = await tagOf();
    const save = (_: unknown, n: number) => whenNotBusy(() => tied('PUT', tag, { name: `Save ${n}` }));
    const answers = await Promise.all(Array.from({ length: 20 }, save));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const [done] = answers.filter(({ status }) => status === 200);
    expect(await list()).toEqual([done?.body]);
    for (const { status, body } of answers) if (status === 409) expect(body.current).toEqual(done?.body);
  });

  it.each([['PUT', { name: 'Mine' }] as const, ['DELETE', undefined] as const])(
    'a change that comes between comparing and writing stops the %s',
    async (method, body) => {
      const { added, tied, tagOf, list } = await oneOf();
      const tag = await tagOf();
      const between = `UPDATE ${table} SET description = 'Theirs' WHERE id = $1`;
      const answer = await whileUncommitted(menu.database, between, [added.id], () => tied(method, tag, body));
      expectRefusal(answer, 409, 'changed-meanwhile');
      expect(answer.body.current).toEqual({ ...added, description: 'Theirs' });
      expect(await list()).toEqual([{ ...added, description: 'Theirs' }]);
    },
  );

  it('a deleted or another restaurant’s entity is a 404, with any tag', async () => {
    const { owner, at, tied, tagOf } = await oneOf();
    const tag = await tagOf();
    const strangers = { token: makeOwner(menu).token, headers: { 'if-match': tag } };
    expectRefusal(await menu.call('PUT', at, { ...strangers, body: { name: 'Mine' } }), 404, 'not-found');
    expectRefusal(await menu.call('DELETE', at, strangers), 404, 'not-found');
    expect((await tied('DELETE', tag)).status).toBe(204);
    expectRefusal(await tied('PUT', tag, { name: 'Mine' }), 404, 'not-found');
    expect((await owner.send('GET', path)).body).toEqual([]);
  });

  it('reordering does not change the tag', async () => {
    const { owner, added, tied, tagOf } = await oneOf();
    const tag = await tagOf();
    const other = await add(owner);
    await owner.send('PUT', `${path}/order`, { ids: [other.id, added.id] });
    expect((await tied('PUT', tag, { name: 'Mine' })).status).toBe(200);
  });
});

it('deleting an item’s category changes the item’s tag', async () => {
  const owner = makeOwner(menu);
  const item = await owner.item();
  const at = `/api/menu-items/${item.id}`;
  const tag = (await owner.send('PUT', at, {})).headers.get('etag') as string;
  await owner.send('DELETE', `/api/categories/${item.categoryId}`);
  const answer = await menu.call('PUT', at, { token: owner.token, headers: { 'if-match': tag }, body: { price: 2 } });
  expectRefusal(answer, 409, 'changed-meanwhile');
  expect(answer.body.current).toEqual({ ...item, categoryId: null });
});
