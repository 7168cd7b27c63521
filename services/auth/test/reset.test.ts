import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { makePool } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Call, listen } from '@tavola/test-kit/http.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { seeded } from '@tavola/test-kit/seeded.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readServiceEnv } from '../src/env.ts';
import { makeBackgroundTasks } from '../src/mail/background-tasks.ts';
import { MAIL_LIMITS } from '../src/mail/mail-limits.ts';
import { sweepResets } from '../src/reset/reset-store.ts';
import { limitedLogin } from '../src/session/login-limits.ts';
import { signedUp, startAuth } from './setup.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A mail server that keeps the mails it receives. */
async function startSmtp(port = 0) {
  const mails: Received[] = [];
  /** Each recipient that was refused, as often as it was. */
  const refused: string[] = [];
  const server = new SMTPServer({
    onRcptTo({ address }, _session, done) {
      const responseCode = Number(/^refused-(\d+)@/.exec(address)?.[1]);
      if (!responseCode) return done();
      refused.push(address);
      done(Object.assign(new Error('not here'), { responseCode }));
    },
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    // It does not wait for the mailer's idle connections.
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, done) =>
      username === 'tavola' && password === 'mail secret' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(chunks).toString()),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  const at = (server.server.address() as AddressInfo).port;
  return { mails, refused, stop, url: `smtp://tavola:mail%20secret@127.0.0.1:${at}` };
}

/** Decodes a quoted-printable message. */
const decoded = (message: string) =>
  message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const smtp = await startSmtp();
afterAll(smtp.stop);
const redis = makeRedis(provided().redisUrl, 'reset', makeLog('test', 'silent'));
afterAll(() => closeRedis(redis));
const { call, database, db } = await startAuth({ MAIL_URL: smtp.url });

const ask = (email: unknown, from: Call = call) => from('POST', '/api/auth/forgot-password', { body: { email } });
const reset = (token: unknown, password: unknown = 'new sesame', on = call) =>
  on('POST', '/api/auth/reset-password', { body: { token, password } });
const logIn = (email: string, password: string) => call('POST', '/api/auth/login', { body: { email, password } });

let count = 0;
async function somebody(on = call) {
  count += 1;
  const email = `Forgets-${count}@example.com`;
  const { body, token } = await signedUp(on, { email, password: 'old sesame', slug: `forgets-${count}` });
  return { email, token, userId: body.user.id as string, tenantId: body.user.tenantId as string };
}

/** The mails to an address, without that of the sign-up. */
const mailsTo = (email: string) =>
  smtp.mails.filter(({ to, text }) => to.includes(email) && !text.includes('/confirm-email#'));
/** Waits for the `nth` mail with a reset link to an address; returns its token. */
async function tokenOf(email: string, nth = 1): Promise<string> {
  const [mail] = await vi.waitFor(
    () => {
      const mails = mailsTo(email).filter(({ text }) => text.includes('#token='));
      expect(mails.length).toBe(nth);
      return mails.slice(-1);
    },
    { timeout: 15_000, interval: 20 },
  );
  return /https:\/\/tavola\.example\/reset-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('POST /api/auth/forgot-password', () => {
  it('mails a link, as text and HTML, to the account’s address, typed in any case', async () => {
    const { email } = await somebody();
    const answer = await ask(` ${email.toUpperCase()} `);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: undefined });
    const token = await tokenOf(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [mail] = mailsTo(email);
    expect(mail?.from).toBe('no-reply@tavola.example');
    expect(mail?.text).toContain('Subject: Set a new Tavola password');
    expect(mail?.text).toMatch(/text\/plain[\s\S]+text\/html/);
    expect(mail?.text.split(`#token=${token}`).length).toBeGreaterThan(2);
    expect(mail?.text).toContain('expires in 60 minutes');
  });

  it('answers alike, as quickly, for an unknown address, and mails nothing [P8]', async () => {
    const { email } = await somebody();
    const [known, unknown] = [await ask(email), await ask('nobody@example.com')];
    const said = ({ status, body, headers }: typeof known) => ({
      status,
      body,
      names: [...headers.keys()].toSorted(),
      length: headers.get('content-length'),
    });
    expect(said(unknown)).toEqual(said(known));
    await tokenOf(email);
    expect(mailsTo('nobody@example.com')).toEqual([]);
  });

  it('answers before it looks for the account, so a locked row delays nothing', async () => {
    const { email, userId } = await somebody();
    let answered: number | undefined;
    await withLocked(userId, async () => {
      answered = (await ask(email)).status;
    });
    expect(answered).toBe(202);
    await tokenOf(email);
  });

  it('mails the link also to somebody whose connection was lost before the answer', { tags: 'full' }, async () => {
    const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query = () => {
      asked.resolve();
      return answers.promise;
    };
    const slow = await startAuth({ MAIL_URL: smtp.url }, { pool: { query } as never });
    const { email } = await somebody(slow.call);
    const { url } = await listen(slow.app);
    const leaving = new AbortController();
    const given = fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: leaving.signal,
    });
    given.catch(() => {});
    await asked.promise;
    leaving.abort();
    await expect(given).rejects.toThrow();
    // The service learns of it over the network.
    await sleep(500);
    answers.resolve();
    await tokenOf(email);
  });

  it.each(['user', 'tenant'])('mails nothing where the %s is suspended', async (table) => {
    const [gone, here] = [await somebody(), await somebody()];
    const id = table === 'user' ? gone.userId : gone.tenantId;
    await database.rows(`UPDATE auth."${table}" SET is_active = false WHERE id = $1`, [id]);
    expect((await ask(gone.email)).status).toBe(202);
    expect((await ask(here.email)).status).toBe(202);
    await tokenOf(here.email);
    expect(mailsTo(gone.email)).toEqual([]);
    expect(await database.rows('SELECT 1 FROM auth.password_reset WHERE user_id = $1', [gone.userId])).toEqual([]);
  });
});

describe('POST /api/auth/reset-password', () => {
  it('sets the password once, ends all sessions and invalidates the link', async () => {
    const { email, token: session } = await somebody();
    const other = (await logIn(email, 'old sesame')).body.token;
    await ask(email);
    const token = await tokenOf(email);
    expect((await reset(token)).status).toBe(200);
    for (const one of [session, other]) expectProblem(await call('GET', '/api/auth/me', { token: one }), 401);
    expectProblem(await logIn(email, 'old sesame'), 401);
    expect((await logIn(email, 'new sesame')).status).toBe(200);

    const again = await reset(token, 'newer sesame');
    expectProblem(again, 410);
    expect(again.body.type).toBe('urn:tavola:problem:link-invalid');
    expect((await logIn(email, 'new sesame')).status).toBe(200);
  });

  it.each(['password1', 'Ada Conti 1'])(
    'takes no password that is easily guessed (%s), and the link stays good',
    async (easy) => {
      const { email, token: session } = await somebody();
      await ask(email);
      const token = await tokenOf(email);
      expectProblem(await reset(token, easy), 400, ['password']);
      expect((await call('GET', '/api/auth/me', { token: session })).status).toBe(200);
      expect((await logIn(email, 'old sesame')).status).toBe(200);
      expect((await reset(token)).status).toBe(200);
    },
  );

  it('notifies the user by mail, without a link that acts by itself [P10]', async () => {
    const { email } = await somebody();
    await ask(email);
    const token = await tokenOf(email);
    await reset(token);
    const mail = await vi.waitFor(
      () => {
        const told = mailsTo(email).find(({ text }) => text.includes('Subject: Your Tavola password was changed'));
        expect(told).toBeDefined();
        return told;
      },
      { timeout: 15_000, interval: 20 },
    );
    expect(mail?.text).toContain('https://tavola.example/forgot-password');
    expect(mail?.text).not.toContain('token=');
    expect(mail?.text).not.toContain('sesame');
  });

  it('accepts any link until one is used: another request invalidates none [P8]', async () => {
    const { email } = await somebody();
    await ask(email);
    const first = await tokenOf(email);
    await ask(email);
    const second = await tokenOf(email, 2);
    expect((await reset(first)).status).toBe(200);
    expectProblem(await reset(second, 'newer sesame'), 410);
    expect((await logIn(email, 'new sesame')).status).toBe(200);
  });

  it('accepts one of two links used in parallel [P8]', async () => {
    const { email } = await somebody();
    await ask(email);
    const first = await tokenOf(email);
    await ask(email);
    const second = await tokenOf(email, 2);
    const answers = await Promise.all([reset(first, 'sesame 1'), reset(second, 'sesame 2')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('locks the user before the link, as a request for another does, so that neither waits for the other', async () => {
    const { email, userId } = await somebody();
    await ask(email);
    const token = await tokenOf(email);
    const used = await whileUncommitted(
      database,
      'SELECT 1 FROM auth."user" WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
      () => reset(token),
      (request) => request.query('SELECT 1 FROM auth.password_reset WHERE user_id = $1 FOR UPDATE NOWAIT', [userId]),
    );
    expect(used.status).toBe(200);
  });

  it('accepts a link mailed by a process of the previous release', async () => {
    const { email, userId } = await somebody();
    await ask(email);
    const own = await tokenOf(email);
    const theirs = 'a-link-of-the-version-before';
    const hash = createHash('sha256').update(theirs).digest('hex');
    await database.rows('UPDATE auth.password_reset SET token_hash = $2 WHERE user_id = $1', [userId, hash]);
    expect((await reset(theirs)).status).toBe(200);
    expectProblem(await reset(own, 'newer sesame'), 410);
  });

  it('refuses a link after an hour', async () => {
    const { email, userId } = await somebody();
    await ask(email);
    const token = await tokenOf(email);
    const [row] = await database.rows<{ minutes: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float8 / 60 AS minutes FROM auth.reset_link WHERE user_id = $1',
      [userId],
    );
    expect(row?.minutes).toBeGreaterThan(59);
    expect(row?.minutes).toBeLessThanOrEqual(60);
    await database.rows('UPDATE auth.reset_link SET expires_at = now() WHERE user_id = $1', [userId]);
    expectProblem(await reset(token), 410);
    expect((await logIn(email, 'old sesame')).status).toBe(200);
  });

  it('refuses a link mailed before the password was changed', async () => {
    const { email, token: session } = await somebody();
    await ask(email);
    const token = await tokenOf(email);
    const body = { currentPassword: 'old sesame', newPassword: 'changed sesame' };
    await call('POST', '/api/auth/password', { token: session, body });
    expectProblem(await reset(token), 410);
  });

  it.each(['user', 'tenant'])(
    'takes no link where the %s was suspended since, and does once it is restored',
    async (table) => {
      const { email, userId, tenantId } = await somebody();
      await ask(email);
      const token = await tokenOf(email);
      const id = table === 'user' ? userId : tenantId;
      await database.rows(`UPDATE auth."${table}" SET is_active = false WHERE id = $1`, [id]);
      expectProblem(await reset(token), 403);
      await database.rows(`UPDATE auth."${table}" SET is_active = true WHERE id = $1`, [id]);
      expect((await logIn(email, 'old sesame')).status).toBe(200);
      expect((await reset(token)).status).toBe(200);
    },
  );
});

describe('attackers who request links and guess passwords', { tags: 'full' }, async () => {
  const limits = limitedLogin(sharedCounters(redis, makeLog('test', 'silent'), 10_000));
  const { call: strict, database: own } = await startAuth(
    { MAIL_URL: smtp.url, RATE_LIMIT_FACTOR: 1 },
    { limitedLogin: limits },
  );
  /** As if the user's links had been mailed that much earlier. */
  const passTime = (userId: string, minutes: number) =>
    own.rows('UPDATE auth.reset_link SET expires_at = expires_at - make_interval(mins => $2::int) WHERE user_id = $1', [
      userId,
      minutes,
    ]);
  const attempt = (email: string, password: string, knownDevice?: string) =>
    strict('POST', '/api/auth/login', { body: { email, password, knownDevice } });

  it('cause at most three mails in half an hour to an account, get the same answer after that, and invalidate no link [P8]', async () => {
    const { email, userId } = await somebody(strict);
    const answers = [];
    for (let n = 1; n <= 8; n += 1) {
      answers.push(await ask(email, strict));
      if (n <= MAIL_LIMITS.reset.count) await tokenOf(email, n);
    }
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(8).fill([202, undefined]));
    // The work of the last ones is done once that of a later request is.
    const other = await somebody(strict);
    await ask(other.email, strict);
    const first = await tokenOf(other.email);
    expect(mailsTo(email)).toHaveLength(3);
    expect((await reset(first, 'new sesame', strict)).status).toBe(200);
    // Half an hour later, and with parallel requests.
    await passTime(userId, 30);
    await Promise.all(Array.from({ length: 8 }, () => ask(email, strict)));
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(6), { timeout: 15_000, interval: 20 });
  });

  it('whatever they do, an owner who asks has a mailed link that works for half an hour more [P8]', async () => {
    const random = seeded(36);
    const upTo = (most: number) => 1 + Math.floor(random() * most);
    const { email, userId } = await somebody(strict);
    let uses = 0;
    const mailedLinks = () => mailsTo(email).flatMap(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? []);
    const minutesLeft = async (token = '') => {
      const [link] = await own.rows<{ minutes: number }>(
        'SELECT extract(epoch FROM expires_at - now())::float8 / 60 AS minutes FROM auth.reset_link WHERE token_hash = $1',
        [createHash('sha256').update(token).digest('hex')],
      );
      return link?.minutes ?? 0;
    };
    for (let step = 0; step < 50; step += 1) {
      for (let asked = upTo(5); asked > 0; asked -= 1) await ask(email, strict);
      await passTime(userId, upTo(25));
      expect((await ask(email, strict)).status).toBe(202);
      let newest = '';
      await vi.waitFor(
        async () => {
          newest = mailedLinks().at(-1) ?? '';
          expect(await minutesLeft(newest), `step ${step}`).toBeGreaterThan(29.9);
        },
        { timeout: 10_000, interval: 10 },
      );
      if (random() < 0.7) continue;
      await passTime(userId, upTo(29));
      uses += 1;
      expect((await reset(newest, `new sesame ${step}`, strict)).status).toBe(200);
    }
    expect(uses).toBeGreaterThan(5);
  });

  it('a link whose mail the mail server refuses for good does not count', async () => {
    const email = 'refused-551@example.com';
    const { body } = await signedUp(strict, { email, slug: 'refused-551' });
    const most = MAIL_LIMITS.reset.count;
    // The first is that of the sign-up.
    for (let n = 1; n <= most + 1; n += 1) {
      await vi.waitFor(() => expect(smtp.refused.filter((one) => one === email)).toHaveLength(n), { timeout: 15_000 });
      await vi.waitFor(async () => {
        for (const table of ['reset_link', 'email_confirmation']) {
          expect(await own.rows(`SELECT 1 FROM auth.${table} WHERE user_id = $1`, [body.user.id])).toEqual([]);
        }
      });
      await ask(email, strict);
    }
    await vi.waitFor(() => expect(smtp.refused.filter((one) => one === email)).toHaveLength(most + 2), {
      timeout: 15_000,
    });
  });

  it('cannot lock out an owner who has used a link: it ends the wait, and makes the device known', async () => {
    const { email } = await somebody(strict);
    for (let n = 0; n < 5; n += 1) expectProblem(await attempt(email, 'not this one'), 401);
    expectProblem(await attempt(email, 'old sesame'), 429);
    await ask(email, strict);
    const answer = await reset(await tokenOf(email), 'new sesame', strict);
    expect((await attempt(email, 'new sesame')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expectProblem(await attempt(email, 'not this one'), 401);
    expectProblem(await attempt(email, 'new sesame'), 429);
    expect((await attempt(email, 'new sesame', answer.body.knownDevice)).status).toBe(200);
  });

  it('cannot lock out the device that has changed the password', async () => {
    const { email, token } = await somebody(strict);
    const body = { currentPassword: 'old sesame', newPassword: 'changed sesame' };
    const answer = await strict('POST', '/api/auth/password', { token, body });
    for (let n = 0; n < 5; n += 1) expectProblem(await attempt(email, 'not this one'), 401);
    expectProblem(await attempt(email, 'changed sesame'), 429);
    expect((await attempt(email, 'changed sesame', answer.body.knownDevice)).status).toBe(200);
  });
});

it('docs/limits.md shows the limits on mail', () => {
  const inWords = (minutes: number) => (minutes === 60 ? 'an hour' : `${minutes} minutes`);
  const rows = Object.values(MAIL_LIMITS).map(
    ({ what, count, minutes }) => `| ${what} | ${count} | ${inWords(minutes)} |`,
  );
  expect(limitsTable('mail')).toEqual(rows);
});

describe('a stored reset link', () => {
  it('does not hold its token', async () => {
    const { email, userId } = await somebody();
    await ask(email);
    const token = await tokenOf(email);
    for (const table of ['password_reset', 'reset_link']) {
      const rows = await database.rows(`SELECT * FROM auth.${table} WHERE user_id = $1`, [userId]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  it('is deleted a day after it expired', async () => {
    const { email, userId } = await somebody();
    await ask(email);
    await tokenOf(email);
    await database.rows("UPDATE auth.password_reset SET expires_at = now() - interval '25 hours' WHERE user_id = $1", [
      userId,
    ]);
    expect(await sweepResets(db)).toBe(1);
    expect(await database.rows('SELECT 1 FROM auth.reset_link WHERE user_id = $1', [userId])).toEqual([]);
  });
});

describe('while the mail server is down', { tags: 'full' }, async () => {
  const [port] = (await freePorts(1)) as [number];
  const { call: other } = await startAuth({ MAIL_URL: `smtp://127.0.0.1:${port}` });

  it('the answer is still 202, and the mail is sent once it is back, like that of a sign-up', async () => {
    const email = 'patient@example.com';
    await signedUp(other, { email, slug: 'patient' });
    expect((await ask(email, other)).status).toBe(202);
    await sleep(300);
    const back = await startSmtp(port);
    try {
      await vi.waitFor(() => expect(back.mails.map(({ to }) => to)).toEqual([[email], [email]]), { timeout: 50_000 });
    } finally {
      await back.stop();
    }
  }, 60_000);
});

it('a mail that the mail server refuses for good is not sent again, one that it refuses for now is', {
  tags: 'full',
}, async () => {
  const [now, forGood] = ['refused-450@example.com', 'refused-550@example.com'];
  await signedUp(call, { email: forGood, slug: 'refused-for-good' });
  await signedUp(call, { email: now, slug: 'refused-for-now' });
  const timesOf = (email: string) => smtp.refused.filter((one) => one === email).length;
  await vi.waitFor(() => expect(timesOf(now)).toBe(2), { timeout: 15_000 });
  expect(timesOf(forGood)).toBe(1);
});

describe('an outbox folder, of an operator who names support, terms and privacy policy', async () => {
  const home = temporaryFolder('outbox');
  afterAll(() => home.remove());
  const folder = join(home.path, 'outbox');
  const named = {
    SUPPORT_EMAIL: 'help@tavola.example',
    TERMS_URL: 'https://tavola.example/terms?a=1&b=2',
    PRIVACY_URL: 'https://tavola.example/privacy',
  };
  const { call: other } = await startAuth({ MAIL_URL: pathToFileURL(folder).href, ...named });

  it('gets one .eml file per mail, readable by this user only', async () => {
    const email = 'filed@example.com';
    await signedUp(other, { email, slug: 'filed' });
    await ask(email, other);
    const name = await vi.waitFor(
      () => {
        const [file] = readdirSync(folder)
          .filter((one) => !one.startsWith('.'))
          .filter((one) => readFileSync(join(folder, one), 'utf8').includes('Subject: Set a new'));
        expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}\.eml$/);
        return file as string;
      },
      { timeout: 15_000, interval: 20 },
    );
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const text = decoded(readFileSync(join(folder, name), 'utf8'));
    expect(text).toContain('To: filed@example.com');
    expect(text).toContain('From: Tavola <no-reply@tavola.example>');
    expect(text).toContain('https://tavola.example/reset-password#token=');
    const lines = `Questions? ${named.SUPPORT_EMAIL}\nTerms: ${named.TERMS_URL}\nPrivacy: ${named.PRIVACY_URL}\n`;
    expect(text).toContain(lines);
    expect(text).toContain('href="https://tavola.example/terms?a=1&amp;b=2"');
  });

  it('has a site that says the same, and one without says nothing', async () => {
    const { status, headers, body } = await other('GET', '/api/site');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(body).toEqual({
      supportEmail: named.SUPPORT_EMAIL,
      termsUrl: named.TERMS_URL,
      privacyUrl: named.PRIVACY_URL,
    });
    expect((await call('GET', '/api/site')).body).toEqual({});
  });
});

describe('a background task', () => {
  it('is retried until it succeeds, and refused when too many are waiting', async () => {
    const later = makeBackgroundTasks(makeLog('test', 'silent'), 10);
    let tries = 0;
    const done = Promise.withResolvers<void>();
    later.push('test', async (retrying) => {
      await retrying(async () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      });
      done.resolve();
    });
    await done.promise;
    expect(tries).toBe(3);
    await sleep(10);
    const never = () => new Promise<void>(() => {});
    for (let n = 0; n < 1_000; n++) later.push('test', never);
    expect(() => later.push('test', never)).toThrow('not available right now');
  });

  it('that waits for its retry does not delay shutdown', async () => {
    const later = makeBackgroundTasks(makeLog('test', 'silent'), 60_000);
    later.push('test', (retrying) => retrying(() => Promise.reject(new Error('never'))));
    await sleep(20);
    const { ownMs } = await timed(() => later.close());
    expect(ownMs).toBeLessThan(1_000);
  });
});

describe('the environment', () => {
  const given = {
    PORT: '1',
    DATABASE_URL: 'postgres://x',
    REDIS_CACHE_URL: 'redis://x',
    JWT_PRIVATE_KEY: 'PRIVATE KEY',
    JWT_PUBLIC_KEY: 'PUBLIC KEY',
    SERVICE_TOKEN: 'x'.repeat(32),
    TWO_FACTOR_KEY: 'x'.repeat(32),
    PUBLIC_ORIGIN: 'https://tavola.example',
  };

  it('prints mail on the console by default, but not in production', () => {
    expect(readServiceEnv(given)).toMatchObject({ MAIL_URL: 'console:', MAIL_FROM: 'Tavola <no-reply@localhost>' });
    expect(() => readServiceEnv({ ...given, NODE_ENV: 'production' })).toThrow(
      /MAIL_URL: is not set[\s\S]+MAIL_FROM: is not set/,
    );
  });

  it.each(['http://mail', 'x', 'javascript:1'])('refuses %s as MAIL_URL', (MAIL_URL) => {
    expect(() => readServiceEnv({ ...given, MAIL_URL })).toThrow('MAIL_URL: must be');
  });

  it.each([
    ['SUPPORT_EMAIL', 'help', 'must be an e-mail address'],
    ['TERMS_URL', 'javascript:1', 'must be an http(s) URL'],
    ['PRIVACY_URL', `https://x.example/${'x'.repeat(500)}`, 'is longer than 500 characters'],
  ])('refuses a wrong %s', (name, value, reason) => {
    expect(() => readServiceEnv({ ...given, [name]: value })).toThrow(`${name}: ${reason}`);
  });
});

/** Runs `act` while another transaction locks the user's row. */
async function withLocked(userId: string, act: () => Promise<void>): Promise<void> {
  const pool = makePool(database.adminUrl, 'test', makeLog('test', 'silent'));
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE auth."user" IN ACCESS EXCLUSIVE MODE');
    await client.query('SELECT 1 FROM auth."user" WHERE id = $1', [userId]);
    await act();
    await client.query('COMMIT');
  } finally {
    client.release();
    await pool.end();
  }
}
