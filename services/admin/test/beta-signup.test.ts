import { betaApplication } from '@tavola/contracts/admin.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startAdmin } from './setup.ts';

const nobody = () => undefined;
const { call, database } = await startAdmin(nobody, nobody);

const required = { companyName: 'Da Ada', contactName: 'Ada Conti', email: 'Ada@Example.com' };
const apply = (change: Record<string, unknown> = {}) =>
  call('POST', '/api/beta-signup', { body: { ...required, ...change } });

const kept = (id: number) => database.rows('SELECT * FROM admin.beta_application WHERE id = $1', [id]);
async function keptInAll(): Promise<number> {
  const [row] = await database.rows<{ count: number }>('SELECT count(*)::int AS count FROM admin.beta_application');
  return row?.count ?? 0;
}

describe('POST /api/beta-signup', () => {
  it('stores the application, and answers with it [S3.1 S7.10]', async () => {
    const whole = {
      ...required,
      phone: '+39 055 123',
      restaurantType: 'Trattoria & Bar “Der Löwe” 日本',
      estimatedTables: '10–20',
    };
    const answer = await apply(whole);
    expect(answer.status).toBe(201);
    expect(betaApplication.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({ id: expect.any(Number), ...whole });
    expect(await kept(answer.body.id)).toMatchObject([
      {
        id: answer.body.id,
        company_name: 'Da Ada',
        contact_name: 'Ada Conti',
        email: 'Ada@Example.com',
        phone: '+39 055 123',
        restaurant_type: whole.restaurantType,
        estimated_tables: '10–20',
        created_at: expect.any(Date),
        status: 'new',
      },
    ]);
  });

  it.each([
    ['left out', undefined],
    ['empty', ''],
    ['blank', '   '],
    ['null', null],
  ])('accepts an application whose optional fields are %s, and stores them as null', async (_how, value) => {
    const answer = await apply({ phone: value, restaurantType: value, estimatedTables: value });
    expect(answer).toMatchObject({ status: 201, body: { phone: null, restaurantType: null, estimatedTables: null } });
    expect(await kept(answer.body.id)).toMatchObject([{ phone: null, restaurant_type: null, estimated_tables: null }]);
  });

  it('trims text', async () => {
    const { body } = await apply({ companyName: '  Da Ada ', email: ' ada@example.com ' });
    expect(body).toMatchObject({ companyName: 'Da Ada', email: 'ada@example.com' });
  });

  it('ignores unknown fields, also an id', async () => {
    const answer = await apply({ id: 999_999, createdAt: '2020-01-01T00:00:00Z', role: 'admin', isApproved: true });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(
      ['companyName', 'contactName', 'email', 'estimatedTables', 'id', 'phone', 'restaurantType'].sort(),
    );
    expect(answer.body.id).not.toBe(999_999);
    const [row] = (await kept(answer.body.id)) as { created_at: Date }[];
    expect(Date.now() - (row?.created_at.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('stores a second application of the same address beside the first', async () => {
    const before = await keptInAll();
    await apply({ email: 'twice@example.com' });
    expect((await apply({ email: 'twice@example.com' })).status).toBe(201);
    expect(await keptInAll()).toBe(before + 2);
  });

  it('names every invalid field in one response', async () => {
    const answer = await call('POST', '/api/beta-signup', { body: {} });
    expectProblem(answer, 400, ['companyName', 'contactName', 'email']);
  });

  it.each([
    ['companyName', 'x'.repeat(120)],
    ['phone', 'x'.repeat(40)],
    ['estimatedTables', 'x'.repeat(50)],
  ])('accepts the longest %s', async (field, value) => {
    expect(await apply({ [field]: value })).toMatchObject({ status: 201, body: { [field]: value } });
  });

  it('has no route that lists applications', async () => {
    expectProblem(await call('GET', '/api/beta-signup'), 404);
  });
});
