import { randomUUID } from 'node:crypto';
import { type AuditEntry, auditLog } from '@tavola/contracts/admin.ts';
import { describe, expect, it } from 'vitest';
import { knowing, platformAdmin } from './people.ts';
import { startAdmin } from './setup.ts';

const ada = platformAdmin('ada');
const { call, database } = await startAdmin(knowing(ada), () => undefined);
const log = async (query = '') => call('GET', `/api/admin/audit${query}`, { token: ada.token });
const idsOf = (entries: AuditEntry[]) => entries.map(({ id }) => id);

/** Accepts an application and returns its id. */
async function accepted(): Promise<number> {
  const body = { companyName: 'Da Ada', contactName: 'Ada Conti', email: 'ada@example.com' };
  const { id } = (await call('POST', '/api/beta-signup', { body })).body;
  const review = { status: 'accepted', version: 1 };
  const headers = { 'x-request-id': `request-of-${id}` };
  expect(
    (await call('PUT', `/api/admin/beta-applications/${id}`, { token: ada.token, body: review, headers })).status,
  ).toBe(200);
  return id;
}

describe('GET /api/admin/audit', () => {
  it('returns all fields, newest first, with the id of the request', async () => {
    const id = await accepted();
    const { status, body } = await log('?limit=1');
    expect(status).toBe(200);
    expect(auditLog.parse(body)).toEqual(body);
    expect(body.entries).toMatchObject([
      { subject: { id: String(id) }, requestId: `request-of-${id}`, actor: { email: ada.email } },
    ]);
    expect(Math.abs(Date.now() - Date.parse(body.entries[0].at))).toBeLessThan(60_000);
  });

  it('is paged back to the first entry', async () => {
    for (let at = 0; at < 5; at += 1) await accepted();
    const whole = (await log()).body.entries as AuditEntry[];
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const { body } = await log(`?limit=2${next === null ? '' : `&after=${next}`}`);
      seen.push(...idsOf(body.entries));
      next = body.next;
    } while (next !== null);
    expect(seen).toEqual(idsOf(whole));
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  it('can be filtered by subject and by kind', async () => {
    const [one, two] = [await accepted(), await accepted()];
    expect((await log(`?subjectId=${one}`)).body.entries).toMatchObject([{ subject: { id: String(one) } }]);
    expect((await log(`?kind=beta-application&subjectId=${two}`)).body.entries.length).toBe(1);
    expect((await log(`?kind=tenant&subjectId=${two}`)).body.entries).toEqual([]);
    expect((await log(`?subjectId=${randomUUID()}`)).body).toEqual({ entries: [], next: null });
  });
});

describe('the tables of the audit log', () => {
  /** The result of one statement, as `role`. */
  const attempt = (role: string, sql: string) =>
    database.rows(`SELECT set_config('role', '${role}', true); ${sql}`).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  it.each(['admin_app', 'admin_owner'])('refuse %s every change and every deletion [P17]', async (role) => {
    await accepted();
    const outcomes: string[][] = [];
    for (const [table, column] of [
      ['audit_entry', 'reason'],
      ['audit_outcome', 'refusal'],
    ]) {
      for (const sql of [
        `UPDATE admin.${table} SET ${column} = 'rewritten'`,
        `DELETE FROM admin.${table}`,
        `TRUNCATE admin.${table} CASCADE`,
        `MERGE INTO admin.${table} USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE`,
      ]) {
        outcomes.push([sql, await attempt(role, sql)]);
      }
    }
    expect(outcomes.filter(([, outcome]) => outcome !== '42501')).toEqual([]);
    expect(outcomes.length).toBe(8);
    expect(await attempt(role, 'SELECT FROM admin.audit_entry')).toBe('done');
    expect((await log()).body.entries.length).toBeGreaterThan(0);
  });

  it('allow only one outcome per entry', async () => {
    const id = await accepted();
    const [entry] = (await log(`?subjectId=${id}`)).body.entries;
    const second = `INSERT INTO admin.audit_outcome (entry_id, outcome) VALUES (${entry.id}, 'refused')`;
    expect(await attempt('admin_app', second)).toBe('23505');
  });
});
