import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect, it } from 'vitest';
import { knowing, platformAdmin } from './people.ts';
import { startAdmin } from './setup.ts';

const ada = platformAdmin('ada');
const tenant = aTenant({ name: 'Da Bruno', slug: 'da-bruno' });
const HASH = 'a'.repeat(24);
const folder = `/m/${tenant.id.replaceAll('-', '')}/${HASH}-400x300-123456`;
/** media's answer. */
let says: () => unknown = () => ({});
const { call, asked, database } = await startAdmin(
  (path) => (path === `/internal/tenants/${tenant.id}` ? { ...tenant, version: 3 } : knowing(ada)(path)),
  () => undefined,
  { media: () => says() },
);
const remove = (body: object, id = tenant.id) =>
  call('PUT', `/api/admin/tenants/${id}/removed-picture`, { token: ada.token, body: { reason: 'Not food', ...body } });
const newest = async () => (await call('GET', '/api/admin/audit?limit=1', { token: ada.token })).body.entries[0];
const entries = async () => Number((await database.rows('SELECT count(*) FROM admin.audit_entry'))[0]?.count);

it('removes the picture of any of its files, by path or whole address, and logs who did it and why', async () => {
  for (const picture of [`${folder}/320.avif`, `https://tavola.example${folder}/400.jpg?x=1`]) {
    asked.length = 0;
    const { status, body } = await remove({ picture });
    expect([status, body]).toEqual([200, { picture: `${folder}/400.jpg` }]);
    expect(asked).toContain(`/internal/tenants/${tenant.id}/pictures/${HASH}`);
    expect(await newest()).toMatchObject({
      act: 'picture.remove',
      subject: { kind: 'tenant', id: tenant.id, name: 'Da Bruno' },
      reason: 'Not food',
      outcome: 'done',
      before: { picture: `${folder}/400.jpg` },
      after: { picture: null },
    });
  }
});

it("refuses what is none of the restaurant's pictures, without an entry", async () => {
  const before = await entries();
  const other = `${folder.replace(/[0-9a-f]{32}/, '0'.repeat(32))}/400.jpg`;
  for (const picture of [other, '', 'https://x.example/x.png', `${folder}/500.jpg`, 7])
    expectProblem(await remove({ picture }), 400, ['picture']);
  expectProblem(await remove({ picture: `${folder}/400.jpg`, reason: '' }), 400, ['reason']);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expectProblem(await remove({ picture: other.replace('0'.repeat(32), nobody.replaceAll('-', '')) }, nobody), 404);
  expect(await entries()).toBe(before);
});

it('says and logs that media knows no such picture, or does not answer', async () => {
  says = () => Promise.reject(notFound('The picture'));
  expectProblem(await remove({ picture: `${folder}/400.jpg` }), 404);
  expect(await newest()).toMatchObject({ outcome: 'refused', refusal: 'The picture was not found.' });
  says = () => Promise.reject(new Problem('internal', 'away'));
  expectProblem(await remove({ picture: `${folder}/400.jpg` }), 503);
  expect(await newest()).toMatchObject({ outcome: 'unknown', refusal: null });
});
