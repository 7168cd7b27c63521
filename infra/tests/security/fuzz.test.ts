import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { disagreements } from '@tavola/test-kit/agreed-answers.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whole } from '../../bench/lib/report.ts';
import { startSite } from '../harness/in-process.ts';
import { requestsTo, type Wild } from './fuzz-values.ts';
import { newAdmin, newRestaurant, PASSWORD, plainHeaders } from './people.ts';
import { report } from './report.ts';

// @module-tag full
// Random requests: none makes a service fail, and each response matches the OpenAPI document. FUZZ_SEED repeats a run;
// FUZZ_REQUESTS sets the number of requests.

const REQUESTS = Number(process.env.FUZZ_REQUESTS || 10_000);
const SEED = Number(process.env.FUZZ_SEED || randomInt(2 ** 31));
const AT_ONCE = 16;

/** Operations that hash a password or draw a picture: each costs as much as a hundred others. */
const COSTLY = new Set([
  'logIn',
  'signUp',
  'changePassword',
  'setUpTwoFactor',
  'disableTwoFactor',
  'renewRecoveryCodes',
  'resetPassword',
  'acceptInvitation',
  'setUpDevice',
  'unlockDevice',
  'getCodeImage',
  'getMainCode',
  'changeCodeStyle',
  'makeSheet',
]);

/** What the owner could do once only, after somebody else was made one. */
const LAST = 'leaveRestaurant';

const site = await startSite();
const owner = await newRestaurant(site);
const other = await newRestaurant(site);
const admin = await newAdmin(site);
const tokens = { owner: owner.token, admin: admin.token };

const known = {
  '{id}': [...owner.categoryIds, ...owner.itemIds, other.itemIds[0]],
  '{slug}': [owner.slug, other.slug, 'nobody-here'],
  '{name}': ['1.xml'],
  '{userId}': [owner.memberId, other.memberId],
  '{file}': ['docs-page.js', 'swagger-ui.css'],
  changeTenantStatus: [other.tenantId],
  changeUserStatus: [other.user.id],
  removePicture: [other.tenantId],
  renameCode: owner.codeIds,
  retireCode: owner.codeIds,
  getCodeImage: owner.codeIds,
  followCode: owner.codeIds,
  getSheet: [owner.sheetId],
  getSheetFile: [owner.sheetId],
  reviewBetaApplication: [1, 2],
  endSession: [owner.sessionId],
  withdrawInvitation: [owner.invitationId],
  endDevice: [owner.deviceId],
  password: [PASSWORD],
  currentPassword: [PASSWORD],
  newPassword: [PASSWORD],
  tenantId: [owner.tenantId, other.tenantId],
  categoryId: [...owner.categoryIds, other.categoryIds[0]],
  ids: [owner.categoryIds, owner.itemIds, [...other.itemIds, ...owner.itemIds]],
  codeIds: [owner.codeIds, other.codeIds],
  themeColor: ['#059669'],
  foreground: ['#000000', '#123456', '#eeeeee'],
  background: ['#ffffff', '#fafafa'],
  logo: [null, 'https://x.example/x.png'],
  image: [null, 'https://x.example/x.png'],
  timeZone: ['Europe/Rome', 'UTC'],
};

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Answered {
  status: number;
  contentType: string | null;
  text?: string;
}

/** Sends a request as it is: `fetch` would normalize its path. */
function send({ method, path, who, body, type }: Wild): Promise<Answered> {
  const { hostname, port } = new URL(site.urlOf('gateway'));
  return new Promise((resolve, reject) => {
    const headers = {
      ...plainHeaders(),
      ...(who !== 'nobody' && { authorization: `Bearer ${tokens[who]}` }),
      ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    const asked = request({ hostname, port, agent, method, path, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      const contentType = response.headers['content-type'] ?? null;
      if (contentType?.startsWith('text/event-stream')) {
        response.destroy();
        resolve({ status, contentType });
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () => resolve({ status, contentType, text: Buffer.concat(chunks).toString() }));
      response.once('error', reject);
    });
    asked.once('error', reject);
    asked.setTimeout(60_000, () => asked.destroy(new Error('no answer within a minute')));
    asked.end(body);
  });
}

const statuses = new Map<number, number>();
let sent = 0;
let failures = 0;

async function expectAsAgreed(wild: Wild): Promise<void> {
  let answer = await send(wild);
  // Between services two seconds can be too short on a busy machine; a defect answers 503 again.
  if (answer.status === 503) answer = await send(wild);
  sent += 1;
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  // The request signed the owner out, so the next one uses a new session.
  if (answer.status === 401 && wild.who === 'owner') tokens.owner = await owner.newToken();
  if (answer.status === 401 && wild.who === 'admin') tokens.admin = await admin.newToken();
  const { method, path } = wild;
  const found = [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...disagreements({ method, path, ...answer }),
  ];
  if (found.length > 0) {
    const what = `${method} ${path} (${wild.who}) ${wild.body}: ${found.join('; ')}`;
    // Logged immediately: shrinking the case may exceed the time limit.
    if (failures++ === 0) console.error(`fuzz: seed ${SEED}: ${what}`);
    throw new Error(what);
  }
}

it(`${REQUESTS} wild requests are answered as agreed, none with a 5xx (FUZZ_SEED=${SEED})`, {
  timeout: 660_000,
}, async () => {
  const startedAt = performance.now();
  const anyRequest = fc.oneof(
    ...OPERATIONS.filter(({ id }) => id !== LAST).map((operation) => ({
      weight: COSTLY.has(operation.id) ? 1 : 40,
      arbitrary: requestsTo(operation, known),
    })),
  );
  const batch = fc.array(anyRequest, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(expectAsAgreed));
    }),
    {
      numRuns: Math.ceil(REQUESTS / AT_ONCE),
      seed: SEED,
      endOnFailure: false,
      interruptAfterTimeLimit: 600_000,
      markInterruptAsFailure: true,
    },
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const counts = Object.fromEntries([...statuses].toSorted(([one], [next]) => one - next));
  console.log(`fuzz: ${sent} requests in ${seconds} s, seed ${SEED}, by status ${JSON.stringify(counts)}`);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  // The requests must be valid often enough to have an effect.
  const done = [...statuses].filter(([status]) => status < 400).reduce((sum, [, count]) => sum + count, 0);
  expect(done).toBeGreaterThan(sent / 10);
  agent.destroy();
  report('fuzz', `${whole(sent)} requests in ${seconds} s, seed ${SEED}.`);
});
