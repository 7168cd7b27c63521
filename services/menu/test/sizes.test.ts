import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// Dishes with sizes: a price or sizes, never both.

const menu = await startMenu();
const { call, database } = menu;

const CUP = { name: 'Cup', price: 7 };
const BOWL = { name: 'Bowl', price: 11 };

const sized = (owner: Owner, fields: object = {}) =>
  owner.item({ name: 'Clam chowder', variants: [BOWL, CUP], ...fields });
const put = (owner: Owner, id: number, change: object, tag?: string) =>
  call('PUT', `/api/menu-items/${id}`, {
    token: owner.token,
    body: change,
    headers: tag === undefined ? {} : { 'if-match': tag },
  });
const happyHour = async (owner: Owner): Promise<number> => {
  const weekly = Array(7).fill([[1020, 1140]]);
  const body = { dayparts: [{ name: 'Happy hour', weekly, special: [], isActive: true }] };
  return (await owner.send('PUT', '/api/dayparts', body)).body.dayparts[0].id;
};

describe('a dish with sizes', () => {
  it('has ids for them, and the price of the cheapest one', async () => {
    const owner = makeOwner(menu);
    const item = await sized(owner);
    expect(item.price).toBe(7);
    const [bowl, cup] = item.variants;
    expect(item.variants).toEqual([
      { id: expect.any(Number), ...BOWL, isAvailable: true },
      { id: bowl.id + 1, ...CUP, isAvailable: true },
    ]);
    expect(await owner.items()).toEqual([item]);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.items).toEqual([item]);
    const { body } = await put(owner, item.id, { variants: [{ ...cup, price: 12.5 }, bowl] });
    expect(body).toEqual({ ...item, price: 11, variants: [{ ...cup, price: 12.5 }, bowl] });
  });

  it('refuses a price of its own, and has one again without sizes', async () => {
    const owner = makeOwner(menu);
    const item = await sized(owner);
    expectProblem(await put(owner, item.id, { price: 8 }), 400, ['price']);
    expectProblem(await put(owner, item.id, { price: 8, name: 'Chowder' }), 400, ['price']);
    expect(await owner.items()).toEqual([item]);
    const { variants: _variants, ...plain } = item;
    expect((await put(owner, item.id, { variants: null })).body).toEqual(plain);
    expect((await put(owner, item.id, { variants: item.variants })).status).toBe(400);
    expect((await put(owner, item.id, { variants: [CUP, BOWL] })).status).toBe(200);
    expect((await put(owner, item.id, { variants: null, price: 9 })).body).toEqual({ ...plain, price: 9 });
  });

  it('never uses the id of a size again, and knows only its own', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const { id, variants } = await sized(owner);
    const [bowl, cup] = variants;
    const { body } = await put(owner, id, { variants: [cup, { name: 'Pot', price: 15 }] });
    expect(body.variants[0]).toEqual(cup);
    const pot = body.variants[1].id;
    expect(pot).not.toBe(bowl.id);
    const foreign = await sized(other);
    for (const unknown of [bowl.id, foreign.variants[0].id, pot + 100_000]) {
      const answer = await put(owner, id, { variants: [cup, { ...BOWL, id: unknown }] });
      expectProblem(answer, 400, ['variants.1.id']);
    }
    await put(owner, id, { variants: null });
    const again = await put(owner, id, { variants: [BOWL, CUP] });
    expect(again.body.variants[0].id).toBeGreaterThan(pot);
  });

  it('edited by two people: the second save changes nothing', async () => {
    const owner = makeOwner(menu);
    const { id, variants } = await sized(owner);
    const [bowl, cup] = variants;
    const tag = (await put(owner, id, {})).headers.get('etag') as string;
    const first = await put(owner, id, { variants: [bowl, { ...cup, price: 8 }] }, tag);
    expect(first.status).toBe(200);
    const second = await put(owner, id, { variants: [{ ...bowl, price: 12 }, cup] }, tag);
    expectProblem(second, 409);
    expect(second.body.type).toBe('urn:tavola:problem:changed-meanwhile');
    expect(await owner.items()).toEqual([first.body]);
  });

  it('keeps the availability of a size that a save does not name, until its time has passed', async () => {
    const owner = makeOwner(menu);
    const { id, variants } = await sized(owner);
    const [bowl, cup] = variants;
    const soldOutUntil = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
    const out = await put(owner, id, { variants: [{ ...bowl, isAvailable: false, soldOutUntil }, cup] });
    expect(out.body.variants[0]).toEqual({ ...bowl, isAvailable: false, soldOutUntil });
    const dearer = await put(owner, id, { variants: [{ id: bowl.id, name: 'Bowl', price: 12 }, cup] });
    expect(dearer.body.variants[0]).toEqual({ ...bowl, price: 12, isAvailable: false, soldOutUntil });
    expect(await owner.items()).toEqual([dearer.body]);
    await database.rows(
      `UPDATE menu.item SET facets = jsonb_set(facets, '{variants,0,soldOutUntil}', '"2020-01-01T00:00:00.000Z"') WHERE id = $1`,
      [id],
    );
    const later = [{ ...bowl, price: 12 }, cup];
    expect((await owner.items())[0].variants).toEqual(later);
    const { body, headers } = await put(owner, id, { name: 'Chowder' });
    expect(body.variants).toEqual(later);
    expect((await put(owner, id, { name: 'Soup' }, headers.get('etag') as string)).status).toBe(200);
    const wrong = await put(owner, id, { variants: [{ ...bowl, isAvailable: true, soldOutUntil }, cup] });
    expectProblem(wrong, 400, ['variants.0.soldOutUntil']);
  });
});

describe('an offer', () => {
  it('names a size of a dish with sizes, and none of one without', async () => {
    const owner = makeOwner(menu);
    const daypart = await happyHour(owner);
    const item = await sized(owner);
    const offer = { daypart, price: 5, variant: item.variants[1].id };
    expectProblem(await put(owner, item.id, { offers: [{ daypart, price: 5 }] }), 400, ['offers.0.variant']);
    expectProblem(await put(owner, item.id, { offers: [{ ...offer, variant: Number.MAX_SAFE_INTEGER }] }), 400, [
      'offers.0.variant',
    ]);
    expect((await put(owner, item.id, { offers: [offer] })).body.offers).toEqual([offer]);
    const plain = await owner.item();
    expectProblem(await put(owner, plain.id, { offers: [offer] }), 400, ['offers.0.variant']);
    const body = { name: 'Soup', price: 5, categoryId: plain.categoryId, offers: [offer] };
    expectProblem(await owner.send('POST', '/api/menu-items', body), 400, ['offers.0.variant']);
  });

  it('goes with the price that it lowers', async () => {
    const owner = makeOwner(menu);
    const daypart = await happyHour(owner);
    const { id, variants } = await sized(owner);
    const [bowl, cup] = variants;
    const offers = [bowl, cup].map(({ id: variant }) => ({ daypart, price: 5, variant }));
    await put(owner, id, { offers });
    const fewer = await put(owner, id, { variants: [cup, { name: 'Pot', price: 15 }] });
    expect(fewer.body.offers).toEqual([offers[1]]);
    await put(owner, id, { variants: fewer.body.variants.map((size: object) => ({ ...size, isAvailable: false })) });
    const { body } = await put(owner, id, { variants: null });
    expect(body).toMatchObject({ isAvailable: false });
    expect(body).not.toHaveProperty('offers');
    await put(owner, id, { offers: [{ daypart, price: 5 }] });
    expect((await put(owner, id, { variants: [BOWL, CUP] })).body).not.toHaveProperty('offers');
  });
});

describe('a draft', () => {
  it('adds dishes with sizes, and changes the prices of all sizes', async () => {
    const owner = makeOwner(menu);
    const item = await sized(owner);
    const { headers } = await put(owner, item.id, {});
    const etag = (headers.get('etag') as string).replaceAll('"', '');
    const draft = (fields: object) => ({ changes: [{ item: item.id, etag, fields }] });
    const confirm = (body: object) => owner.send('POST', '/api/menu-drafts', body);
    expectProblem(await confirm(draft({ price: 3 })), 400, ['changes.0.fields.price']);
    const fresh = { name: 'Soup', price: 0, variants: [{ ...CUP, id: item.variants[0].id }, BOWL] };
    const section = (one: object) => [{ categoryId: item.categoryId, items: [one] }];
    expectProblem(await confirm({ sections: section(fresh) }), 400, ['sections.0.items.0.variants.0.id']);
    const dearer = item.variants.map(({ id, name, price }: typeof CUP & { id: number }) => ({
      id,
      name,
      price: price + 1,
    }));
    const answer = await confirm({
      ...draft({ variants: dearer }),
      sections: section({ ...fresh, variants: [CUP, BOWL] }),
    });
    expect(answer).toMatchObject({ status: 200, body: { added: 1, changed: 1 } });
    const [changed, added] = await owner.items();
    expect(changed).toMatchObject({ price: 8, variants: dearer });
    expect(added).toMatchObject({ price: 7, variants: [CUP, BOWL] });
    const ids = [...changed.variants, ...added.variants].map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(4);
    await owner.send('POST', `/api/history/${answer.body.change}/put-back`);
    expect(await owner.items()).toEqual([item]);
  });
});

const changedSince = async (owner: Owner, version: number) =>
  (await call('GET', `/internal/menus/${owner.tenantId}/changes?since=${version}`, AS_SERVICE)).body[0];

describe('what changed since a version', () => {
  it('counts a dish whose size costs something else, and one without a size to have', async () => {
    const owner = makeOwner(menu);
    const items = [await sized(owner), await sized(owner), await sized(owner), await owner.item()];
    const version = await owner.version();
    const [dearer, out, other, plain] = items;
    const raised = dearer.variants.map((size: typeof BOWL) => (size.name === 'Bowl' ? { ...size, price: 12 } : size));
    await put(owner, dearer.id, { variants: raised });
    const changes = out.variants.map(({ id }: { id: number }) => ({ item: out.id, variant: id, isAvailable: false }));
    await owner.send('PUT', '/api/availability', { changes });
    await put(owner, other.id, { variants: [other.variants[1], other.variants[0], { name: 'Pot', price: 15 }] });
    await put(owner, plain.id, { variants: [CUP, { ...BOWL, price: plain.price }] });
    const body = [await changedSince(owner, version)];
    // The plain dish has another price, because its cheapest size is cheaper.
    expect(body).toMatchObject([{ prices: 2, soldOut: 1, gone: 0, added: 0, choicesGone: 0, choicesSoldOut: 0 }]);
    // Of the dish that has another size left, one is sold out; of another, one is gone.
    const [bowl] = dearer.variants;
    await owner.send('PUT', '/api/availability', {
      changes: [{ item: dearer.id, variant: bowl.id, isAvailable: false }],
    });
    await put(owner, other.id, { variants: [other.variants[1], { name: 'Vat', price: 20 }] });
    expect(await changedSince(owner, version)).toMatchObject({
      choicesGone: 1,
      choicesSoldOut: 1,
      soldOut: 1,
      gone: 0,
    });
    await put(owner, other.id, { variants: null });
    await owner.send('DELETE', `/api/menu-items/${dearer.id}`);
    expect(await changedSince(owner, version)).toMatchObject({ choicesGone: 2, choicesSoldOut: 0, gone: 1 });
  });
});

describe('putting back', () => {
  it('brings a removed size back, with its id and its translations', async () => {
    const owner = makeOwner(menu);
    const item = await sized(owner);
    const [bowl, cup] = item.variants;
    const name = { kind: 'variant', id: bowl.id, field: 'name', base: 'Bowl', text: 'Bol' };
    await owner.send('PUT', '/api/translations/fr', { changes: [name] });
    await put(owner, item.id, { variants: [cup, { name: 'Pot', price: 15 }] });
    const [{ id }] = (await owner.send('GET', '/api/history')).body.changes;
    expect((await owner.send('POST', `/api/history/${id}/put-back`)).status).toBe(200);
    expect(await owner.items()).toEqual([item]);
    const { texts } = (await owner.send('GET', '/api/translations/fr')).body;
    expect(texts.filter(({ text }: { text: string | null }) => text)).toMatchObject([{ ...name, isStale: false }]);
  });

  it('keeps what was changed of a size besides', async () => {
    const owner = makeOwner(menu);
    const item = await sized(owner);
    const [bowl, cup] = item.variants;
    await put(owner, item.id, { variants: [cup, { ...bowl, price: 13 }, { name: 'Pot', price: 15 }] });
    const [{ id, after }] = (await owner.send('GET', '/api/history')).body.changes;
    const [, , pot] = after.variants;
    const marks = [bowl, pot].map((size) => ({ item: item.id, variant: size.id, isAvailable: false }));
    await owner.send('PUT', '/api/availability', { changes: marks });
    expect((await owner.send('POST', `/api/history/${id}/put-back`)).status).toBe(200);
    expect(await owner.items()).toEqual([{ ...item, variants: [{ ...bowl, isAvailable: false }, cup] }]);
  });

  it('changes nothing where the price or an offer would not be of the sizes', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 5 });
    await put(owner, id, { price: 7 });
    const [{ id: dearer }] = (await owner.send('GET', '/api/history')).body.changes;
    await put(owner, id, { variants: [CUP, BOWL] });
    expectProblem(await owner.send('POST', `/api/history/${dearer}/put-back`), 409);
    expect((await owner.items())[0].price).toBe(7);
  });
});
