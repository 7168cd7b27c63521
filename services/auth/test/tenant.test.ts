import { tenantChanged } from '@tavola/contracts/events.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import { recordEvents } from '@tavola/test-kit/recorded-events.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { describe, expect, it, vi } from 'vitest';
import { signedUp, startAuth } from './setup.ts';

const { call, database, published } = await startAuth();

describe('PUT /api/tenant', () => {
  it('takes a picture of its own as its logo, and refuses that of another restaurant', async () => {
    const { token, body } = await signedUp(call);
    const addressOf = (tenantId: string) => `${picturesOf(tenantId)}${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
    const logo = addressOf(body.user.tenantId);
    expect((await call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', logo } })).body.logo).toBe(logo);
    const refused = await call('PUT', '/api/tenant', {
      token,
      body: { name: 'Da Ada', logo: addressOf(crypto.randomUUID()) },
    });
    expectProblem(refused, 400);
    expect(refused.body.errors).toEqual([{ field: 'logo', message: 'This picture belongs to another restaurant.' }]);
    const headers = { 'x-service-token': SERVICE_TOKEN };
    const used = () => call('GET', `/internal/tenants/${body.user.tenantId}/pictures`, { headers });
    expect((await used()).body).toEqual({ pictures: [logo] });
    await call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', logo: 'https://example.com/logo.png' } });
    expect((await used()).body).toEqual({ pictures: [] });
  });

  it('refuses a logo without https, but keeps one that was stored before that was a rule', async () => {
    const { token, body } = await signedUp(call);
    const logo = 'http://example.com/logo.png';
    const put = (change: object) => call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', ...change } });
    expectProblem(await put({ logo }), 400, ['logo']);
    await database.rows('UPDATE auth.tenant SET logo = $2 WHERE id = $1', [body.user.tenantId, logo]);
    expect(await put({ logo, phone: '555' })).toMatchObject({ status: 200, body: { logo, phone: '555' } });
    expectProblem(await put({ logo: `${logo}?new` }), 400, ['logo']);
  });

  it('changes the profile, answers with it, raises the version and publishes it [S3.4 S7.11 S7.12]', async () => {
    const { token, body } = await signedUp(call, { restaurantName: 'Before' });
    const change = {
      name: 'After',
      description: 'Fresh pasta',
      phone: '+39 055 123',
      address: 'Via Roma 1',
      themeColor: '#AA3300',
      timeZone: 'europe/rome',
      logo: 'https://example.com/logo.png',
    };
    const answer = await call('PUT', '/api/tenant', { token, body: change });
    expect(answer).toMatchObject({ status: 200, body: { ...change, themeColor: '#aa3300', timeZone: 'Europe/Rome' } });
    expect((await call('GET', '/api/tenant', { token })).body).toEqual(answer.body);
    expect(published.at(-1)).toMatchObject({ tenantId: body.user.tenantId, version: 2, slug: answer.body.slug });
  });

  it('changes all but the slug for a manager, who may repeat the present one', async () => {
    const { token, body } = await signedUp(call);
    const { tenantId } = body.user;
    const { slug } = (await call('GET', '/api/tenant', { token })).body;
    const manager = person({ role: 'manager', tenantId });
    const put = (change: object) =>
      call('PUT', '/api/tenant', { token: manager.token, body: { name: 'Da Ada', ...change } });
    const refused = await put({ name: 'Da Eve', slug: `${slug}-new` });
    expectProblem(refused, 403, ['slug']);
    expect((await call('GET', '/api/tenant', { token })).body).toMatchObject({ name: 'Da Ada', slug });
    expect(await put({ slug, phone: '555' })).toMatchObject({
      status: 200,
      body: { slug, phone: '555' },
    });
    expect(await put({ phone: '556' })).toMatchObject({ status: 200, body: { slug, phone: '556' } });
  });

  it('keeps fields that are left out, and clears empty ones', async () => {
    const { token } = await signedUp(call);
    const first = { name: 'One', description: 'Kept', phone: '123', timeZone: 'Asia/Tokyo' };
    const before = (await call('PUT', '/api/tenant', { token, body: first })).body;
    const { body } = await call('PUT', '/api/tenant', { token, body: { name: 'Two', phone: ' ' } });
    expect(body).toEqual({ ...before, name: 'Two', phone: null });
    expect(before).toMatchObject({ description: 'Kept', timeZone: 'Asia/Tokyo', slug: expect.any(String) });
  });

  it('stores the currency and the notes, which are missing until set, and clears them on null', async () => {
    const { token } = await signedUp(call);
    const put = async (body: object) =>
      (await call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', ...body } })).body;
    const plain = await put({});
    expect(Object.keys(plain)).not.toContain('currency');
    const notes = { tax: ' VAT no. 1 ', service: '', tip: 'Thank you' };
    const set = await put({ currency: 'pln', pricesIncludeTax: false, notes });
    const kept = { currency: 'PLN', pricesIncludeTax: false, notes: { tax: 'VAT no. 1', tip: 'Thank you' } };
    expect(set).toEqual({ ...plain, ...kept });
    expect(await put({ phone: '123' })).toEqual({ ...set, phone: '123' });
    expect(await put({ notes: { tip: 'Thanks' } })).toMatchObject({ currency: 'PLN', notes: { tip: 'Thanks' } });
    expect(await put({ phone: null, currency: null, pricesIncludeTax: null, notes: { tip: ' ' } })).toEqual(plain);
    expect((await call('GET', '/api/tenant', { token })).body).toEqual(plain);
  });

  it('stores the links, the Wi-Fi, the cuisine, the price range and the allergens that are asked for, names what is wrong in them, and clears them on null', async () => {
    const { token } = await signedUp(call);
    const put = (body: object) => call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', ...body } });
    const plain = (await put({})).body;
    const wifi = { name: 'Ada', password: 'sugo di nonna' };
    const plainly = { cuisine: 'Roman', priceRange: '$$', allergenScheme: 'us9' };
    const set = await put({ links: { instagram: '@da.ada', review: '' }, wifi, ...plainly });
    const links = { instagram: 'https://www.instagram.com/da.ada' };
    expect(set.body).toEqual({ ...plain, links, wifi, ...plainly });
    const refused = await put({ links: { facebook: 'https://example.com/x' }, wifi: { name: 'Ada', password: 'x' } });
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'links.facebook',
      'wifi.password',
    ]);
    expect((await put({ allergenScheme: 'jp8' })).body.errors).toMatchObject([{ field: 'allergenScheme' }]);
    const cleared = { links: null, wifi: null, cuisine: ' ', priceRange: null, allergenScheme: null };
    expect((await put(cleared)).body).toEqual(plain);
  });

  it('stores up to two notes on the menu, and names what is wrong with one', async () => {
    const { token } = await signedUp(call);
    const put = (announcements: unknown) =>
      call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', announcements } });
    const weekly = [[[1_020, 1_320]], ...Array(6).fill([])];
    const first = { text: ' Tonight: oysters ', place: 'top', times: { weekly, special: [] } };
    const second = { text: 'Kitchen closes at ten', place: 'foot' };
    const kept = { first: { ...first, text: 'Tonight: oysters' }, second };
    expect((await put({ first, second: { ...second, times: null } })).body.announcements).toEqual(kept);
    expect((await call('GET', '/api/tenant', { token })).body.announcements).toEqual(kept);
    const day = { from: '2026-12-24', to: '2026-12-24', intervals: [[0, 60]] };
    for (const [wrong, field] of [
      [{ ...first, text: 'x'.repeat(301) }, 'text'],
      [{ ...first, place: 'middle' }, 'place'],
      [{ ...first, times: { weekly: Array(7).fill([]), special: [] } }, 'times.weekly'],
      [{ ...first, times: { weekly, special: Array(21).fill(day) } }, 'times.special'],
    ] as const) {
      expectProblem(await put({ first: wrong }), 400, [`announcements.first.${field}`]);
    }
    expect((await put({ first: { ...first, text: ' ' }, second })).body.announcements).toEqual({ second });
    expect((await put({})).body).not.toHaveProperty('announcements');
  });

  it('stores the look, which is missing until chosen, keeps what is chosen of it, and clears it', async () => {
    const { token } = await signedUp(call);
    const put = async (look: unknown) =>
      (await call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', look } })).body;
    const plain = await put(undefined);
    expect(plain).not.toHaveProperty('look');
    expect((await put({ template: 'fine', fonts: 'rounded', layout: 'cards' })).look).toEqual({
      template: 'fine',
      fonts: 'rounded',
      layout: 'cards',
    });
    expect((await put({ template: 'cafe' })).look).toEqual({ template: 'cafe' });
    expect((await put({ template: 'cafe', favorites: true })).look).toEqual({ template: 'cafe', favorites: true });
    expect((await put({ template: 'cafe', favorites: false })).look).toEqual({ template: 'cafe' });
    expect(await put({ favorites: false })).toEqual(plain);
    expect(await put({})).toEqual(plain);
    await put({ layout: 'list' });
    expect(await put(null)).toEqual(plain);
  });

  it('takes a picture of its own as its cover, and refuses those of others and from elsewhere', async () => {
    const { token, body } = await signedUp(call);
    const put = (look: object) => call('PUT', '/api/tenant', { token, body: { name: 'Da Ada', look } });
    const addressOf = (tenantId: string, file = '1280.jpg') =>
      `${picturesOf(tenantId)}${'ab'.repeat(12)}-2048x683-aabbcc/${file}`;
    const own = addressOf(body.user.tenantId);
    expect((await put({ template: 'cafe', cover: own })).body.look).toEqual({ template: 'cafe', cover: own });
    // By any of its files it is the same picture.
    expect((await put({ cover: addressOf(body.user.tenantId, '320.avif') })).body.look).toEqual({ cover: own });
    for (const cover of [addressOf(crypto.randomUUID()), 'https://example.com/cover.jpg']) {
      expectProblem(await put({ cover }), 400, ['look.cover']);
    }
    expect((await call('GET', '/api/tenant', { token })).body.look).toEqual({ cover: own });
    const headers = { 'x-service-token': SERVICE_TOKEN };
    const used = () => call('GET', `/internal/tenants/${body.user.tenantId}/pictures`, { headers });
    expect((await used()).body).toEqual({ pictures: [own] });
    expect((await put({ template: 'cafe' })).body.look).toEqual({ template: 'cafe' });
    expect((await used()).body).toEqual({ pictures: [] });
  });

  it('is refused with the current state, and writes nothing, if If-Match names another state', async () => {
    const { token } = await signedUp(call);
    const put = (tag: string, body: object) =>
      call('PUT', '/api/tenant', { token, body, headers: { 'if-match': tag } });
    const read = await call('GET', '/api/tenant', { token });
    const tag = read.headers.get('etag') as string;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(tag, { name: `Save ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const done = answers.find(({ status }) => status === 200);
    for (const answer of answers.filter((one) => one !== done)) {
      expectProblem(answer, 409);
      expect(answer.body).toMatchObject({ type: 'urn:tavola:problem:changed-meanwhile', current: done?.body });
      expect(answer.body.current).toEqual(done?.body);
    }
    const now = await call('GET', '/api/tenant', { token });
    expect(now.body).toEqual(done?.body);
    expect(now.headers.get('etag')).toBe(done?.headers.get('etag'));
    expect((await put(now.headers.get('etag') as string, { name: 'Next' })).status).toBe(200);
    expectProblem(await put('1', { name: 'Next' }), 400);
  });

  it('is refused if a change comes between comparing and writing', async () => {
    const { token } = await signedUp(call);
    const read = await call('GET', '/api/tenant', { token });
    const headers = { 'if-match': read.headers.get('etag') as string };
    const between = "UPDATE auth.tenant SET phone = 'Theirs', version = version + 1 WHERE id = $1";
    const answer = await whileUncommitted(database, between, [read.body.id], () =>
      call('PUT', '/api/tenant', { token, headers, body: { name: 'Mine' } }),
    );
    expectProblem(answer, 409);
    expect(answer.body.current).toEqual({ ...read.body, phone: 'Theirs' });
    expect((await call('GET', '/api/tenant', { token })).body).toEqual({ ...read.body, phone: 'Theirs' });
  });
});

describe('a change by a process that was killed before publishing it', { tags: 'full' }, () => {
  it('is published within six seconds by the others, with the addresses', async () => {
    const { body, token } = await signedUp(call);
    const { slug: before } = (await call('GET', '/api/tenant', { token })).body;
    const events = await recordEvents(tenantChanged);
    const tenantId: string = body.user.tenantId;
    const slug = `killed-${tenantId}`;
    await database.rows('UPDATE auth.tenant SET slug = $2, version = version + 1 WHERE id = $1', [tenantId, slug]);
    const change = {
      tenantId,
      version: 2,
      slug,
      isShown: true,
      addresses: expect.arrayContaining([
        { slug: before, languages: [] },
        { slug, languages: [] },
      ]),
    };
    await vi.waitFor(() => expect(events.messages).toContainEqual(change), { timeout: 6_000 });
  });
});

describe('GET /api/tenant', () => {
  it('answers 404 for an unknown restaurant', async () => {
    expectProblem(await call('GET', '/api/tenant', { token: person().token }), 404);
  });
});
