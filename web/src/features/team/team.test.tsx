import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Invitation, InvitationInput, KitchenDevice, Member, SwitchInput, Team } from '@tavola/contracts/team.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { knownUser, placesOf } from '../../lib/session/session.ts';
import { getToken } from '../../lib/session/stored-token.ts';
import { api, calls } from '../../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  findHeading,
  openApp,
  press,
  pressInDialog,
  question,
  signIn,
  TOKEN,
} from '../../test/app.tsx';
import { aPlace, aTenant, aUser } from '../../test/samples.ts';

// Settings, Team (/dashboard/settings/team): who works for the restaurant.

const AT = '2026-11-20T18:00:00.000Z';
const EXPIRES = '2026-12-04T18:00:00.000Z';
const LINK = 'http://localhost:3000/join#token=a-very-secret-token';

const aMember = (rest: Partial<Member> = {}): Member => ({
  userId: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02',
  name: 'Nina Cook',
  email: 'nina@example.com',
  role: 'staff',
  mayDeclare: false,
  isActive: true,
  joinedAt: AT,
  ...rest,
});
const ME = aMember({ userId: aUser().id, name: aUser().name, email: aUser().email, role: 'owner' });
const anInvitation = (rest: Partial<Invitation> = {}): Invitation => ({
  id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b31',
  email: 'marco@example.com',
  role: 'manager',
  mayDeclare: false,
  invitedBy: 'Rosa Prova',
  createdAt: AT,
  expiresAt: EXPIRES,
  ...rest,
});

const aDevice: KitchenDevice = {
  ...{ id: '5c9b0c5e-1d0e-4b43-8a53-6f2c1d1a7e02', name: 'Grill', setUpBy: 'Ada' },
  ...{ createdAt: AT, lastUnlockedAt: AT, expiresAt: EXPIRES },
};
/** Where it is already the next day. */
const IN_AUCKLAND = aTenant({ timeZone: 'Pacific/Auckland' });

const NINA = `/api/team/${aMember().userId}` as const;
const INVITE = 'POST /api/team/invitations';

async function open(team: Partial<Team> = {}) {
  let now: Team = { members: [ME, aMember()], invitations: [], ...team };
  api.answers('GET /api/team', () => now);
  const user = openApp('/dashboard/settings/team', { as: aUser() });
  await findHeading('Team');
  await screen.findByRole('heading', { name: 'Members' });
  return {
    user,
    change: (to: Partial<Team>) => {
      now = { ...now, ...to };
    },
  };
}

const rowOf = (name: string) => within(screen.getByRole('main')).getByText(name).closest('li') as HTMLElement;

describe('Team', () => {
  it("lists who works here, as what, and since when by the restaurant's clock", async () => {
    api.answers('GET /api/tenant', IN_AUCKLAND);
    api.answers('GET /api/team/devices', [aDevice]);
    await open({
      invitations: [anInvitation({ invitedBy: 'Ada' })],
      members: [
        ME,
        aMember({ mayDeclare: true }),
        aMember({ userId: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c03', name: 'Max', role: 'manager', isActive: false }),
      ],
    });
    expect(rowOf('Rosa Prova').textContent).toContain('OwnerYourosa@example.com · Joined November 21, 2026');
    expect(rowOf('marco@example.com').textContent).toContain('Expires December 5, 2026');
    expect((await screen.findByText('Grill')).closest('li')?.textContent).toContain(
      'Unlocked Nov 21, 2026, 7 AM (Auckland) · Expires December 5, 2026',
    );
    expect(rowOf('Nina Cook').textContent).toContain('StaffDeclares allergensnina@example.com');
    expect(rowOf('Max').textContent).toContain('ManagerSuspended');
    expect(screen.getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBe('page');
  });

  it('says to who is alone what the roles are for', async () => {
    await open({ members: [ME] });
    screen.getByRole('heading', { name: 'Just you so far' });
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Owner', 'Manager', 'Staff']);
  });

  it('changes a role, and whether staff may declare allergens', async () => {
    const { user, change } = await open();
    api.answers(`PUT ${NINA}`, (sent: object) => aMember(sent));
    await press(user, 'More about Nina Cook');
    await user.click(await screen.findByRole('menuitem', { name: 'Change Role' }));
    await user.click(within(dialog()).getByRole('checkbox', { name: 'May declare allergens' }));
    await user.click(within(dialog()).getByRole('radio', { name: 'Manager' }));
    within(dialog()).getByText('Runs the menu, QR codes, analytics and settings.');
    expect(within(dialog()).queryByRole('checkbox')).toBeNull();
    change({ members: [ME, aMember({ role: 'manager' })] });
    const theirs = aMember({ role: 'owner' });
    api.refuses(`PUT ${NINA}`, 'changed-meanwhile', 'Changed.', { current: theirs }, { once: true });
    const release = api.holds(`PUT ${NINA}`);
    await pressInDialog(user, 'Change Role');
    // What is changed while it is saved would be lost with the dialog.
    await waitFor(() => expect(dialog().querySelector('form[inert]')).not.toBeNull());
    release();
    expect((await within(dialog()).findByRole('listitem')).textContent).toBe('RoleNowOwnerYoursManager');
    await pressInDialog(user, 'Keep My Changes');
    await expectToast('Role changed', 'Nina Cook: Manager');
    const tags = calls.all.filter(({ call }) => call === `PUT ${NINA}`).map(({ headers }) => headers['if-match']);
    expect(tags).toEqual([aMember(), theirs].map((member) => `"${entityTag(member)}"`));
    expect(calls.body(`PUT ${NINA}`)).toEqual({ role: 'manager', mayDeclare: false });
    await waitFor(() => expect(rowOf('Nina Cook').textContent).toContain('Manager'));
  });

  it('removes somebody, after saying what happens', async () => {
    const { user, change } = await open();
    api.answers(`DELETE ${NINA}`);
    await press(user, 'More about Nina Cook');
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from Team' }));
    within(await question()).getByText(/^They are signed out of this restaurant right away/);
    change({ members: [ME] });
    await answer(user, 'Remove');
    await expectToast('Removed from the team', 'Nina Cook');
    await waitFor(() => expect(screen.queryByText('Nina Cook', { selector: 'bdi' })).toBeNull());
  });

  it('offers nothing that always fails: to the only owner, or of an admin', async () => {
    await open({ members: [ME, aMember({ isAdmin: true, role: 'manager' })] });
    within(rowOf('Rosa Prova')).getByText(/^The only owner\./);
    within(rowOf('Nina Cook')).getByText('Runs the platform, so their role stays.');
    expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull();
    openApp('/settings/account', { as: aUser() });
    await screen.findByText(/^You're its only owner\./);
    expect(screen.queryByRole('button', { name: 'Leave Restaurant' })).toBeNull();
  });

  it('lets somebody leave, who is signed out then', async () => {
    api.answers('POST /api/team/leave');
    const user = openApp('/settings/account', { as: aUser({ role: 'manager' }) });
    await press(user, 'Leave Restaurant');
    await answer(user, 'Leave Restaurant');
    await expectPath('/login');
    await expectToast('You left Osteria della Prova');
    expect(getToken()).toBeNull();
  });

  describe('who works elsewhere, too', () => {
    const HARBOR = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor' });
    const SUSPENDED = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b13', name: 'Arch', isOpen: false });
    const here = aUser({ role: 'manager' });
    const both = { restaurants: [SUSPENDED, ...here.restaurants, HARBOR] };
    const there = { ...here, ...both, tenantId: HARBOR.id };

    async function leave(prepare = () => {}) {
      api.answers('POST /api/auth/switch', ({ isVisit }: SwitchInput) => ({
        token: 'the.token.there',
        user: isVisit ? there : { ...there, restaurants: [SUSPENDED, HARBOR] },
      }));
      const user = openApp('/settings/account', { as: { ...here, ...both } });
      await press(user, 'Leave Restaurant');
      within(await question()).getByText('Harbor');
      prepare();
      await answer(user, 'Leave Restaurant');
    }

    /** Whether each switch so far was a visit, after which the next sign-in still leads here. */
    const visits = () =>
      calls.all.filter(({ call }) => call === 'POST /api/auth/switch').map(({ body }) => (body as SwitchInput).isVisit);

    it('leaves to there, as the question says, and stays signed in', async () => {
      api.answers('POST /api/team/leave');
      await leave();
      await expectToast('You left Osteria della Prova', "You're in Harbor now.");
      await expectPath('/dashboard');
      expect([calls.body('POST /api/auth/switch'), visits()]).toEqual([
        { tenantId: HARBOR.id, isVisit: false },
        [true, false],
      ]);
      // Left with the session here, and no choice any more in the list of restaurants.
      expect(calls.last('POST /api/team/leave')?.headers.authorization).toBe(`Bearer ${TOKEN}`);
      expect([getToken(), placesOf(knownUser()).map(({ name }) => name)]).toEqual([
        'the.token.there',
        ['Arch', 'Harbor'],
      ]);
    });

    it.each([
      [
        'has left where only the answer was lost',
        [HARBOR],
        ['You left Osteria della Prova', "You're in Harbor now."],
        'the.token.there',
        [true, false],
      ],
      ['stays where nothing arrived', both.restaurants, ['Not left', 'Please try again.'], TOKEN, [true]],
    ] as const)('%s', async (_, restaurants, [title, text], token, visited) => {
      api.fails('POST /api/team/leave', 503);
      await leave(() => api.answers('GET /api/auth/me', { ...there, restaurants }));
      await expectToast(title, text);
      expect([getToken(), visits()]).toEqual([token, visited]);
    });
  });

  it('can be loaded again after a failure', async () => {
    api.fails('GET /api/team', 503);
    const user = openApp('/dashboard/settings/team', { as: aUser() });
    await screen.findByText("Couldn't load your team");
    api.answers('GET /api/team', { members: [ME], invitations: [] });
    await press(user, 'Try Again');
    await screen.findByText('Just you so far');
  });
});

describe('An invitation', () => {
  it('is mailed', async () => {
    const { user, change } = await open();
    api.answers(INVITE, (sent: InvitationInput) => ({
      ...anInvitation({ ...sent, email: sent.email ?? null }),
      link: null,
    }));
    await press(user, 'Invite');
    await user.click(within(dialog()).getByRole('radio', { name: 'Manager' }));
    await pressInDialog(user, 'Send Invitation');
    await expectRefusal('Email', 'Email is required.', dialog());
    fill(within(dialog()).getByLabelText('Email'), 'marco@example.com');
    change({ invitations: [anInvitation()] });
    await pressInDialog(user, 'Send Invitation');
    await expectToast('Invitation sent', 'marco@example.com');
    await dialogClosed();
    expect(calls.body(INVITE)).toEqual({ email: 'marco@example.com', role: 'manager', mayDeclare: false });
    // Not by its text alone, which the toast has, too, for five seconds.
    await waitFor(() =>
      expect(rowOf('marco@example.com').textContent).toContain('Invited by Rosa Prova · Expires December 4, 2026'),
    );
  });

  it('that was being typed when the session ended opens again', async () => {
    const { user } = await open();
    api.refuses(INVITE, 'unauthenticated', 'Please sign in again.');
    await press(user, 'Invite');
    fill(within(dialog()).getByLabelText('Email'), 'marco@example.com');
    await pressInDialog(user, 'Send Invitation');
    await signIn(user);
    await screen.findByRole('dialog');
    expect(fieldValue('Email', dialog())).toBe('marco@example.com');
  });

  it('shows as a code and as a link, once', async () => {
    api.answers('GET /api/tenant', IN_AUCKLAND);
    const { user, change } = await open();
    api.answers(INVITE, { ...anInvitation({ email: null, role: 'staff' }), link: LINK });
    await press(user, 'Invite');
    await user.click(within(dialog()).getByRole('radio', { name: 'Show a code' }));
    expect(within(dialog()).queryByLabelText('Email')).toBeNull();
    change({ invitations: [anInvitation({ email: null, role: 'staff' })] });
    await pressInDialog(user, 'Show Code');
    await screen.findByRole('img', { name: 'QR code of the invitation' });
    expect(calls.body(INVITE)).toEqual({ role: 'staff', mayDeclare: false });
    within(dialog()).getByText('Osteria della Prova');
    within(dialog()).getByText('Scan to join as staff. Works once, until December 5, 2026.');
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Invitation link').value).toBe(LINK);
    await pressInDialog(user, 'Done');
    await dialogClosed();
    await screen.findByText('Whoever has the code');
    await press(user, 'Invite');
    expect(document.body.innerHTML).not.toContain('a-very-secret-token');
  });

  it('that shows as a code says who has joined by it', async () => {
    const { user, change } = await open({ members: [ME] });
    const shown = anInvitation({ email: null, role: 'staff' });
    api.answers(INVITE, { ...shown, link: LINK });
    await press(user, 'Invite');
    await user.click(within(dialog()).getByRole('radio', { name: 'Show a code' }));
    change({ invitations: [shown] });
    await pressInDialog(user, 'Show Code');
    await screen.findByRole('img', { name: 'QR code of the invitation' });
    await waitFor(() => expect(document.body.textContent).toContain('Whoever has the code'));
    const other = aMember({ userId: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c03', name: 'Max', joinedAt: EXPIRES });
    change({
      members: [ME, aMember(), other],
      invitations: [],
      accepted: [{ id: shown.id, userId: aMember().userId }],
    });
    await waitFor(() => expect(within(dialog()).getByRole('status').textContent).toBe('Nina Cook joined as staff.'));
    expect(screen.queryByLabelText('Invitation link')).toBeNull();
  });

  it.each([
    ['conflict', 'nina@example.com works here already.'],
    ['quota-reached', 'There can be at most 20 open invitations. Please withdraw one first.'],
    ['too-many-requests', 'Too many invitations. Please try again later.'],
  ] as const)('that is refused (%s) says why', async (code, why) => {
    const { user } = await open();
    api.refuses(INVITE, code, why);
    await press(user, 'Invite');
    fill(within(dialog()).getByLabelText('Email'), 'nina@example.com');
    await pressInDialog(user, 'Send Invitation');
    await expectToast('Not invited', why);
    if (code === 'conflict') await expectRefusal('Email', why, dialog());
    expect(fieldOf('Email').value).toBe('nina@example.com');
  });

  const WITHDRAW = `DELETE /api/team/invitations/${anInvitation().id}` as const;
  const GONE = 'It was used or withdrawn, or has expired.';

  it.each([
    ['can be withdrawn', () => api.answers(WITHDRAW), ['Invitation withdrawn', 'marco@example.com']],
    [
      'that was used meanwhile is said to be',
      () => api.refuses(WITHDRAW, 'not-found', 'No such invitation.'),
      ['Invitation no longer open', GONE],
    ],
  ] as const)('%s', async (_, prepare, [title, text]) => {
    const { user, change } = await open({ invitations: [anInvitation()] });
    prepare();
    await press(user, /^Withdraw\s+the invitation of marco@example.com$/);
    change({ invitations: [] });
    await answer(user, 'Withdraw');
    await expectToast(title, text);
    await waitFor(() => expect(screen.queryByText('Open invitations')).toBeNull());
  });
});

const fieldOf = (label: string) => within(dialog()).getByLabelText<HTMLInputElement>(label);
