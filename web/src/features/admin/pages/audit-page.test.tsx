import type { AuditEntry } from '@tavola/contracts/admin.ts';
import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { findHeading, openApp } from '../../../test/app.tsx';
import { anAdmin } from '../../../test/samples.ts';

// The audit log (/admin/audit): what an entry says, and the list's states.

const LOG = 'GET /api/admin/audit';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const entry = (id: number, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-21T12:30:00.000Z',
  actor: { id: uuid(100), email: 'admin@example.com' },
  act: 'tenant.suspend',
  subject: { kind: 'tenant', id: uuid(id), name: `Ristorante ${id}` },
  reason: 'Unpaid',
  requestId: uuid(200 + id),
  outcome: 'done',
  before: { isActive: true },
  after: { isActive: false, endedSessions: 2 },
  refusal: null,
  ...rest,
});
const nothingSaid = { before: null, after: null } as const;

const open = async () => {
  const person = openApp('/admin/audit', { as: anAdmin() });
  await findHeading('Audit Log');
  return person;
};

describe('The audit log (/admin/audit)', () => {
  it('says how each act ended, and what unknown means', async () => {
    api.answers(LOG, {
      entries: [
        entry(1),
        entry(2, { outcome: 'unknown', ...nothingSaid }),
        entry(3, { outcome: 'refused', refusal: 'No.', ...nothingSaid }),
        entry(4, { before: { isActive: false }, after: { isActive: false, endedSessions: 0 } }),
      ],
      next: null,
    });
    await open();
    const text = async (n: number) => (await screen.findByText(`Ristorante ${n}`)).closest('li')?.textContent;
    expect(await text(1)).toMatch(/Done.*Unpaid.*yes.*then no.*Sessions ended: 2.*admin@example\.com/);
    expect(await text(2)).toMatch(/Unknown.*The outcome wasn't recorded/);
    expect(await text(3)).toMatch(/Refused.*No\./);
    expect(await text(4)).toContain('Nothing changed. It was already this way.');
  });

  it('asks for one kind when it is chosen, and keeps it in the address', async () => {
    const person = await open();
    await person.click(screen.getByRole('radio', { name: 'Users' }));
    await waitFor(() => expect(calls.last(LOG)?.search).toBe('?kind=user&limit=20'));
    expect(window.location.search).toBe('?kind=user');
  });

  it('says that nothing was done', async () => {
    await open();
    await screen.findByText('No activity yet');
  });
});
