import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();

describe('GET /api/categories', () => {
  it('lists categories in the order in which they were added, also after changes [S7.14]', async () => {
    const owner = makeOwner(menu);
    const added = [];
    for (const name of ['Dolci', 'Antipasti', 'Zuppe', 'Carne']) added.push(await owner.category({ name }));
    await owner.send('PUT', `/api/categories/${added[0].id}`, { name: 'Zzz' });
    await owner.send('DELETE', `/api/categories/${added[3].id}`);
    await owner.category({ name: 'Bevande' });
    const names = (await owner.categories()).map((category: { name: string }) => category.name);
    expect(names).toEqual(['Zzz', 'Antipasti', 'Zuppe', 'Bevande']);
  });
});

describe('POST /api/categories', () => {
  it('adds a category with the longest texts and answers with it [S3.5 S7.15]', async () => {
    const owner = makeOwner(menu);
    const fields = { name: 'é'.repeat(100), description: '寿'.repeat(500), isActive: false };
    const answer = await owner.send('POST', '/api/categories', fields);
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number), ...fields } });
    expect(await owner.categories()).toEqual([answer.body]);
  });

  it('makes a category active and without a description by default', async () => {
    const category = await makeOwner(menu).category({ name: 'Pasta' });
    expect(category).toEqual({ id: expect.any(Number), name: 'Pasta', description: null, isActive: true });
  });
});

describe('PUT /api/categories/{id}', () => {
  it('changes a category and answers with it [S7.16]', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    const change = { name: 'Primi', description: 'First courses', isActive: false };
    const answer = await owner.send('PUT', `/api/categories/${id}`, change);
    expect(answer).toMatchObject({ status: 200, body: { id, ...change } });
    expect(await owner.categories()).toEqual([{ id, ...change }]);
  });

  it('keeps fields that are left out, and clears an empty description', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category({ name: 'Primi', description: 'Kept', isActive: false });
    const path = `/api/categories/${id}`;
    const kept = { id, name: 'Secondi', description: 'Kept', isActive: false };
    expect((await owner.send('PUT', path, { name: 'Secondi' })).body).toEqual(kept);
    expect((await owner.send('PUT', path, {})).body).toEqual(kept);
    expect((await owner.send('PUT', path, { description: '' })).body).toEqual({ ...kept, description: null });
    expect((await owner.send('PUT', path, { isActive: true })).body).toMatchObject({ name: 'Secondi', isActive: true });
  });

  it('stores a layout, which is missing until chosen, and clears it; refuses one that does not exist', async () => {
    const owner = makeOwner(menu);
    const plain = await owner.category();
    const put = (layout: unknown) => owner.send('PUT', `/api/categories/${plain.id}`, { layout });
    expect(plain).not.toHaveProperty('layout');
    expect((await put('grid')).body).toEqual({ ...plain, layout: 'grid' });
    expect(await owner.categories()).toEqual([{ ...plain, layout: 'grid' }]);
    expectProblem(await put('spiral'), 400, ['layout']);
    expect((await put(null)).body).toEqual(plain);
  });
});

describe('DELETE /api/categories/{id}', () => {
  it('removes a category once: 204 without a body, then 404 [S7.17]', async () => {
    const owner = makeOwner(menu);
    const [gone, stays] = [await owner.category(), await owner.category()];
    expect(await owner.send('DELETE', `/api/categories/${gone.id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await owner.categories()).toEqual([stays]);
    expectProblem(await owner.send('DELETE', `/api/categories/${gone.id}`), 404);
    expectProblem(await owner.send('PUT', `/api/categories/${gone.id}`, { name: 'Back' }), 404);
  });
});
