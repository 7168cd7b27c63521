import type { PlatformTenant, User } from '@tavola/contracts/auth.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import {
  dialogClosed,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fill,
  findHeading,
  openApp,
  signIn,
} from '../../../test/app.tsx';
import { anAdmin, aTenant, aUser } from '../../../test/samples.ts';

// The platform's dashboard (spec §2, §6, §9): its figures, its lists, suspending, and who may see it.

const STATS = 'GET /api/admin/stats';
const STATUS = 'GET /api/admin/system-status';
const TENANTS = 'GET /api/admin/tenants';
const USERS = 'GET /api/admin/users';
const SUSPEND_TENANT = 'PUT /api/admin/tenants/:id/status';
const SUSPEND_USER = 'PUT /api/admin/users/:id/status';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);
const tenant = (n: number, rest: Partial<PlatformTenant> = {}): PlatformTenant => ({
  ...aTenant({ id: uuid(n), name: `Ristorante ${n}`, slug: `ristorante-${n}` }),
  deleteAt: null,
  ...rest,
});
const user = (n: number, rest: Partial<User> = {}): User =>
  aUser({ id: uuid(n), name: `Persona ${n}`, email: `persona-${n}@example.com`, ...rest });

async function openAdmin(): Promise<UserEvent> {
  const person = openApp('/admin', { as: anAdmin() });
  await findHeading('Admin Dashboard');
  return person;
}

/** The rows of the list with this heading. */
function rowsOf(title: string): HTMLElement[] {
  const section = screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;
  return within(section).queryAllByRole('listitem');
}
/** Not by its text alone, which a toast may have, too, for five seconds. */
const rowWith = async (text: string) =>
  (await within(await screen.findByRole('main')).findByText(text)).closest('li') as HTMLElement;

/** Opens a row's menu. */
const openMenu = async (person: UserEvent, name: string) =>
  person.click(await screen.findByRole('button', { name: `More about ${name}` }));
const suspend = async (person: UserEvent, name: string) => {
  await openMenu(person, name);
  await person.click(await screen.findByRole('menuitem', { name: 'Suspend' }));
  await screen.findByRole('dialog');
};
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason');
const confirm = (person: UserEvent) =>
  person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Suspend' }));

describe('the admin dashboard', () => {
  it("has the cards Total Tenants ('Active restaurants'), Total Users ('Platform users'), Total Menu Items ('Across all restaurants') and System Status 'Healthy' [S2.87]", async () => {
    api.answers(STATS, { totalTenants: 1234, totalUsers: 56, totalMenuItems: 78901 });
    await openAdmin();
    for (const [label, note, figure] of [
      ['Total Tenants', 'Active restaurants', '1,234'],
      ['Total Users', 'Platform users', '56'],
      ['Total Menu Items', 'Across all restaurants', '78,901'],
      ['System Status', undefined, 'Healthy'],
    ] as const) {
      screen.getByRole('heading', { name: label });
      if (note) screen.getByText(note);
      await screen.findByText(figure);
    }
  });

  it('says which services are not ready, and which figure is not there', async () => {
    const isReady = { auth: true, menu: true, 'public-menu': false, qr: false, analytics: true };
    const names = Object.keys(isReady) as (keyof typeof isReady)[];
    api.answers(STATUS, { services: names.map((name) => ({ name, isReady: isReady[name] })) });
    api.answers(STATS, { totalTenants: 1234, totalUsers: 56, totalMenuItems: null });
    await openAdmin();
    await screen.findByText('Degraded');
    screen.getByText('Not responding: Guest menus, QR codes');
    expect(screen.queryByText('Healthy')).toBeNull();
    await screen.findByText('Unavailable');
  });

  it('lists restaurants with name, /slug, Active or Inactive and View Menu, and users with name, email, role and Active or Inactive [S2.88 S2.89]', async () => {
    api.answers(TENANTS, [tenant(1), tenant(2, { isActive: false })]);
    api.answers(USERS, [user(1), user(2, { role: 'admin', isActive: false })]);
    await openAdmin();
    const shows = async (row: Promise<HTMLElement>, ...texts: string[]) => {
      for (const text of texts) within(await row).getByText(text);
    };
    await shows(rowWith('Ristorante 1'), '/ristorante-1', 'Active');
    await shows(rowWith('Ristorante 2'), '/ristorante-2', 'Inactive');
    await shows(rowWith('Persona 1'), 'persona-1@example.com', 'owner', 'Active');
    await shows(rowWith('Persona 2'), 'persona-2@example.com', 'admin', 'Inactive');
    const menu = within(await rowWith('Ristorante 1')).getByRole('link', { name: /^View Menu/ });
    expect([menu.getAttribute('href'), menu.getAttribute('target')]).toEqual(['/menu/ristorante-1', '_blank']);
  });

  it('says of a restaurant whose owner deletes it that it is offline, and until when it is there', async () => {
    api.answers(TENANTS, [tenant(1, { deleteAt: '2026-12-21T10:00:00.000Z' })]);
    const person = await openAdmin();
    const row = await rowWith('Ristorante 1');
    within(row).getByText('Inactive');
    within(row).getByText('Offline, to be deleted on December 21, 2026');
    // It can still be suspended, which the owner's cancellation would not undo.
    await openMenu(person, 'Ristorante 1');
    await screen.findByRole('menuitem', { name: 'Suspend' });
  });

  it('shows the first 10 recent tenants and the first 10 recent users [S2.90 S9.6]', async () => {
    api.answers(
      TENANTS,
      numbers(12).map((n) => tenant(n)),
    );
    api.answers(
      USERS,
      numbers(11).map((n) => user(n)),
    );
    await openAdmin();
    await screen.findByText('Ristorante 10');
    await screen.findByText('Persona 10');
    expect([rowsOf('Recent Tenants').length, rowsOf('Recent Users').length]).toEqual([10, 10]);
    expect(screen.queryByText('Ristorante 11')).toBeNull();
  });

  it("says 'Degraded' until the services answer, also while it asks them again by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.fails(STATUS, 503, 'No.', { once: true });
    await openAdmin();
    await screen.findByText('Degraded');
    const release = api.holds(STATUS);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(calls.count(STATUS)).toBe(2));
    screen.getByText('Degraded');
    release();
    await screen.findByText('Healthy');
  });

  it("no longer says 'Healthy' once the services can't be asked", async () => {
    await openAdmin();
    await screen.findByText('Healthy');
    api.fails(STATUS, 503);
    void queryClient.refetchQueries({ queryKey: ['/api/admin/system-status'] });
    await screen.findByText('Not responding: Admin');
    expect(screen.queryByText('Healthy')).toBeNull();
  });

  it("says 'No tenants found' and 'No users found' where there are none [S2.91]", async () => {
    await openAdmin();
    await screen.findByText('No tenants found');
    await screen.findByText('No users found');
  });
});

describe('suspending', () => {
  it('asks for a reason, by keyboard alone, and changes nothing when it is called off', async () => {
    api.answers(TENANTS, [tenant(1)]);
    const person = await openAdmin();
    const trigger = await screen.findByRole('button', { name: 'More about Ristorante 1' });
    trigger.focus();
    await person.keyboard('{Enter}');
    await expectFocus(() => screen.getByRole('menuitem', { name: 'Suspend' }));
    await person.keyboard('{Enter}');
    await expectFocus(reason);
    await confirm(person);
    await expectRefusal('Reason', 'Reason is required.');
    await person.keyboard('{Escape}');
    await dialogClosed();
    await expectFocus(() => trigger);
    expect(calls.list.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('a user says so in a toast and in the list', async () => {
    let isActive = true;
    api.answers(USERS, () => [user(1, { isActive })]);
    api.answers(SUSPEND_USER, (sent: { isActive: boolean }) => {
      isActive = sent.isActive;
      return user(1, { isActive });
    });
    const person = await openAdmin();
    await suspend(person, 'Persona 1');
    fill(reason(), 'Left');
    await confirm(person);
    await expectToast('User suspended', 'Persona 1');
    expect(calls.last(`PUT /api/admin/users/${uuid(1)}/status`)?.body).toEqual({ isActive: false, reason: 'Left' });
    await within(await rowWith('Persona 1')).findByText('Inactive');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('says what the server says when it can not be done, and keeps the reason', async () => {
      api.answers(TENANTS, [tenant(1)]);
      api.refuses(SUSPEND_TENANT, 'unavailable', 'Try again in a moment.');
      const person = await openAdmin();
      await suspend(person, 'Ristorante 1');
      fill(reason(), 'Unpaid');
      await confirm(person);
      await expectToast('Suspend failed', 'Try again in a moment.');
      expect(reason().value).toBe('Unpaid');
    });

    it('keeps what was typed when the session ended, but not for restoring what another admin has suspended meanwhile', async () => {
      api.answers(TENANTS, [tenant(1)]);
      api.refuses(SUSPEND_TENANT, 'unauthenticated', 'Please sign in again.', {}, { once: true });
      const person = await openAdmin();
      await suspend(person, 'Ristorante 1');
      fill(reason(), 'Unpaid');
      await confirm(person);
      await expectPath('/login?next=%2Fadmin');
      api.answers(TENANTS, [tenant(1, { isActive: false })]);
      await signIn(person, anAdmin());
      await openMenu(person, 'Ristorante 1');
      await person.click(await screen.findByRole('menuitem', { name: 'Restore' }));
      await screen.findByRole('dialog');
      expect(reason().value).toBe('');
      fill(reason(), 'Paid');
      api.answers(SUSPEND_TENANT, tenant(1));
      await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
      await expectToast('Restaurant restored', 'Ristorante 1');
      expect(calls.body(`PUT /api/admin/tenants/${uuid(1)}/status`)).toEqual({ isActive: true, reason: 'Paid' });
    });

    it('is not offered to an admin of themselves', async () => {
      api.answers(USERS, [anAdmin(), user(1)]);
      const person = await openAdmin();
      await openMenu(person, anAdmin().name);
      await screen.findByText("You can't suspend yourself.");
      expect(screen.queryByRole('menuitem', { name: 'Suspend' })).toBeNull();
    });
  });
});

describe('an admin who needs two-factor', { tags: 'full' }, () => {
  const LOG = 'GET /api/admin/audit';
  const CONFIRM = 'POST /api/auth/two-factor/confirm';

  /** Leads an admin to the last step of its setup. */
  async function beginSetup() {
    api.refuses(LOG, 'two-factor-setup-required', 'Set up two-factor sign-in first. Admins need it here.');
    const person = openApp('/admin/audit', { as: anAdmin(), token: 'of.one.factor' });
    await findHeading('One more step');
    screen.getByText("Admins can see every restaurant, so a password alone isn't enough.");
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull();
    const secret = 'JBSWY3DPEHPK3PXP';
    const qrCode = 'data:image/png;base64,AA==';
    api.answers('POST /api/auth/two-factor/setup', { secret, url: `otpauth://totp/Tavola?secret=${secret}`, qrCode });
    fill(await screen.findByLabelText('Your password'), 'admin-password');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    fill(await screen.findByLabelText('Code'), '123456');
    return person;
  }

  it('may sign in again where it was turned on, but the answer was lost', async () => {
    const person = await beginSetup();
    api.fails(CONFIRM, 503);
    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 10 });
    await person.click(screen.getByRole('button', { name: 'Turn On' }));
    await screen.findByRole('button', { name: 'Sign In Again' });
  });

  it('is led to set it up, and then on', async () => {
    const person = await beginSetup();
    api.answers(CONFIRM, { token: 'of.two.factors', recoveryCodes: ['h7kp2-m9xqa'] });
    await person.click(screen.getByRole('button', { name: 'Turn On' }));
    api.answers(LOG, { entries: [], next: null });
    await person.click(await screen.findByRole('button', { name: 'I Saved Them' }));
    await findHeading('Audit Log');
    expect(calls.last(LOG)?.headers.authorization).toBe('Bearer of.two.factors');
  });
});

describe('who is no admin', () => {
  const adminCalls = () => calls.list.filter((call) => call.includes('/api/admin/'));

  it("sees 'Access Denied' with 'You don't have permission to access the admin dashboard.' and 'Go to Dashboard', and no admin query fires [S2.86 S6.4 S8.22]", async () => {
    const person = openApp('/admin', { as: aUser() });
    await findHeading('Access Denied');
    screen.getByText("You don't have permission to access the admin dashboard.");
    await person.click(screen.getByRole('link', { name: 'Go to Dashboard' }));
    await expectPath('/dashboard');
    await screen.findByText('Total Menu Views');
    expect(adminCalls()).toEqual([]);
  });
});
