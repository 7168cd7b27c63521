import { betaApplication } from '@tavola/contracts/admin.ts';
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
  it('stores an application with the longest texts, and answers with it [S3.1 S7.10]', async () => {
    const whole = {
      companyName: 'é'.repeat(120),
      contactName: '日'.repeat(100),
      email: 'Ada@Example.com',
      phone: '+39 055 '.padEnd(40, '1'),
      restaurantType: 'Trattoria & Bar “Der Löwe” 日本'.padEnd(100, 'à'),
      estimatedTables: '10–20 '.padEnd(50, '0'),
    };
    const answer = await apply(whole);
    expect(answer.status).toBe(201);
    expect(betaApplication.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({ id: expect.any(Number), ...whole });
    expect(await kept(answer.body.id)).toMatchObject([
      {
        id: answer.body.id,
        company_name: whole.companyName,
        contact_name: whole.contactName,
        email: whole.email,
        phone: whole.phone,
        restaurant_type: whole.restaurantType,
        estimated_tables: whole.estimatedTables,
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

  it('stores a second application of the same address beside the first', async () => {
    const before = await keptInAll();
    await apply({ email: 'twice@example.com' });
    expect((await apply({ email: 'twice@example.com' })).status).toBe(201);
    expect(await keptInAll()).toBe(before + 2);
  });
});
