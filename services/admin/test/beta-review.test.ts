import { betaApplications, type ReviewedApplication, reviewedApplication } from '@tavola/contracts/admin.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { knowing, platformAdmin } from './people.ts';
import { startAdmin } from './setup.ts';

const [ada, bruno] = [platformAdmin('ada'), platformAdmin('bruno')];
const INVITATIONS = '/internal/beta-invitations';
const gone = platformAdmin('gone', { isActive: false });
const demoted = platformAdmin('demoted', { role: 'owner' });
const people = knowing(ada, bruno, gone, demoted);
let canMail = true;
const { call, database, asked } = await startAdmin(
  (path) => {
    if (path !== INVITATIONS) return people(path);
    if (!canMail) throw new Error('no mail server');
    return null;
  },
  () => undefined,
);

const PATH = '/api/admin/beta-applications';
const invitations = () => asked.filter((path) => path === INVITATIONS).length;
let count = 0;
async function applied(): Promise<number> {
  count += 1;
  const body = { companyName: `Da Ada ${count}`, contactName: 'Ada Conti', email: `ada${count}@example.com` };
  return (await call('POST', '/api/beta-signup', { body })).body.id;
}
const list = (query = '') => call('GET', PATH + query, { token: ada.token });
const review = (id: number, body: object, by = ada) => call('PUT', `${PATH}/${id}`, { token: by.token, body });
const kept = async (id: number) =>
  (await list()).body.applications.find((one: ReviewedApplication) => one.id === id) as ReviewedApplication;
const logOf = async (id: number) =>
  (await call('GET', `/api/admin/audit?kind=beta-application&subjectId=${id}`, { token: ada.token })).body.entries;

describe('GET /api/admin/beta-applications', () => {
  it('returns all fields of an application', async () => {
    const id = await applied();
    const { status, body } = await list('?limit=1');
    expect(status).toBe(200);
    expect(betaApplications.parse(body)).toEqual(body);
    expect(body.applications).toEqual([
      {
        id,
        companyName: `Da Ada ${count}`,
        contactName: 'Ada Conti',
        email: `ada${count}@example.com`,
        phone: null,
        restaurantType: null,
        estimatedTables: null,
        status: 'new',
        note: null,
        createdAt: expect.any(String),
        reviewedBy: null,
        reviewedAt: null,
        invitedAt: null,
        version: 1,
      },
    ]);
  });

  it('is paged, newest first, each once, while new ones come in', async () => {
    const ids = [await applied(), await applied(), await applied(), await applied(), await applied()].reverse();
    const seen: number[] = [];
    let query = '?limit=2';
    for (let pages = 0; pages < 2; pages += 1) {
      const { body } = await list(query);
      seen.push(...body.applications.map((one: ReviewedApplication) => one.id));
      expect(body.next).toBe(seen.at(-1));
      query = `?limit=2&after=${body.next}`;
      await applied();
    }
    expect(seen).toEqual(ids.slice(0, 4));
  });

  it('has null for next on the last page, also if that is full', async () => {
    const inAll = (await list()).body.applications.length;
    expect((await list(`?limit=${inAll}`)).body.next).toBeNull();
    expect((await list(`?limit=${inAll - 1}`)).body.next).not.toBeNull();
    expect((await list('?after=1')).body).toEqual({ applications: [], next: null });
  });

  it('can be filtered by status, page by page', async () => {
    const [first, , second] = [await applied(), await applied(), await applied()];
    for (const id of [first, second]) await review(id, { status: 'declined', version: 1 });
    const { body } = await list('?status=declined&limit=1');
    expect(body.applications).toMatchObject([{ id: second, status: 'declined' }]);
    expect((await list(`?status=declined&limit=1&after=${body.next}`)).body).toMatchObject({
      applications: [{ id: first }],
      next: null,
    });
    const stillNew = (await list('?status=new')).body.applications.map((one: ReviewedApplication) => one.status);
    expect(new Set(stillNew)).toEqual(new Set(['new']));
  });
});

describe('PUT /api/admin/beta-applications/{id}', () => {
  it('accepts with a note, and records who did and when', async () => {
    const id = await applied();
    const startedAt = Date.now();
    const { status, body } = await review(id, { status: 'accepted', note: ' Call in May ', version: 1 });
    expect(status).toBe(200);
    expect(reviewedApplication.parse(body)).toEqual(body);
    expect(body).toMatchObject({ id, status: 'accepted', note: 'Call in May', version: 2, reviewedBy: ada.email });
    expect(Date.parse(body.reviewedAt)).toBeGreaterThanOrEqual(startedAt);
    expect(await kept(id)).toEqual(body);
  });

  it('invites who is accepted by mail, once', async () => {
    const id = await applied();
    const before = invitations();
    expect((await review(id, { status: 'accepted', version: 1 })).body.invitedAt).toEqual(expect.any(String));
    await review(id, { status: 'new', version: 2 });
    await review(id, { status: 'accepted', version: 3 });
    expect(invitations() - before).toBe(1);
    const declined = await applied();
    expect((await review(declined, { status: 'declined', version: 1 })).body.invitedAt).toBeNull();
    expect(invitations() - before).toBe(1);
  });

  it('keeps the decision if the mail fails, and mails when it is saved again', async () => {
    const id = await applied();
    canMail = false;
    const failed = await review(id, { status: 'accepted', version: 1 });
    canMail = true;
    expect(failed).toMatchObject({ status: 200, body: { status: 'accepted', invitedAt: null } });
    expect((await review(id, { status: 'accepted', version: 2 })).body.invitedAt).toEqual(expect.any(String));
  });

  it('keeps a note that is left out, clears an empty one, and can reopen', async () => {
    const id = await applied();
    await review(id, { status: 'declined', note: 'Too far', version: 1 });
    expect((await review(id, { status: 'accepted', version: 2 }, bruno)).body).toMatchObject({
      status: 'accepted',
      note: 'Too far',
      reviewedBy: bruno.email,
    });
    expect((await review(id, { status: 'new', note: '', version: 3 })).body).toMatchObject({
      status: 'new',
      note: null,
      version: 4,
    });
  });

  it('answers 409 if another admin has decided meanwhile, whose decision stays', async () => {
    const id = await applied();
    const decided = (await review(id, { status: 'accepted', note: 'Mine', version: 1 })).body;
    const late = await review(id, { status: 'declined', note: 'Yours', version: 1 }, bruno);
    expectProblem(late, 409);
    expect(late.body.detail).toBe(`${ada.email} has already reviewed this application. It is now accepted.`);
    expect(await kept(id)).toEqual(decided);
    expectProblem(await review(id, { status: 'declined', version: 7 }), 409);
  });

  it('accepts one of twenty parallel decisions', async () => {
    const id = await applied();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => review(id, { status: at % 2 ? 'accepted' : 'declined', version: 1 })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter(({ status }) => status === 409).length).toBe(19);
    expect(await kept(id)).toEqual(won[0]?.body);
    const outcomes = (await logOf(id)).map((entry: { outcome: string }) => entry.outcome);
    expect(outcomes.toSorted()).toEqual(['done', ...Array(19).fill('refused')]);
  });

  it('leaves an entry in the audit log, with the state before and after', async () => {
    const id = await applied();
    const name = (await kept(id)).companyName;
    await review(id, { status: 'accepted', note: 'Good', version: 1 });
    await review(id, { status: 'declined', version: 1 }, bruno);
    expect(await logOf(id)).toMatchObject([
      {
        actor: { id: bruno.userId, email: bruno.email },
        outcome: 'refused',
        before: null,
        after: null,
        refusal: expect.stringContaining('has already reviewed'),
      },
      {
        actor: { id: ada.userId, email: ada.email },
        act: 'beta-application.review',
        subject: { kind: 'beta-application', id: String(id), name },
        reason: null,
        outcome: 'done',
        before: { status: 'new', note: null },
        after: { status: 'accepted', note: 'Good' },
        refusal: null,
      },
    ]);
  });

  it('changes nothing if the entry cannot be written', async () => {
    const id = await applied();
    await database.rows('ALTER TABLE admin.audit_outcome RENAME TO away');
    try {
      expectProblem(await review(id, { status: 'accepted', version: 1 }), 500);
    } finally {
      await database.rows('ALTER TABLE admin.away RENAME TO audit_outcome');
    }
    expect(await kept(id)).toMatchObject({ status: 'new', version: 1 });
    expect(await logOf(id)).toEqual([]);
  });

  it.each([
    ['suspended', gone],
    ['an owner by now', demoted],
    ['unknown to auth', platformAdmin('nobody')],
  ])('refuses an admin with a valid token who is %s', async (_what, who) => {
    const id = await applied();
    expectProblem(await review(id, { status: 'accepted', version: 1 }, who), 403);
    expect(await kept(id)).toMatchObject({ status: 'new' });
  });
});

describe('GET /api/beta-spots', () => {
  it('tells anyone how many places are left: ten less the accepted, and never less than none', async () => {
    await database.rows("UPDATE admin.beta_application SET status = 'declined'");
    const remaining = async () => (await call('GET', '/api/beta-spots')).body.remaining;
    expect(await remaining()).toBe(10);
    for (let left = 9; left >= -1; left -= 1) {
      await review(await applied(), { status: 'accepted', version: 1 });
      expect(await remaining()).toBe(Math.max(left, 0));
    }
  });
});
