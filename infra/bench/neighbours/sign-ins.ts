import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { session } from '@tavola/contracts/auth.ts';
import { keepAsking } from '../lib/asking.ts';
import { OWNER_PASSWORD, type Owner, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario, Site } from './scenario.ts';

/** More than can be hashed, so that as many as may wait always do. */
const PER_SECOND = 120;
/** Strangers, each in a network of its own. */
const STRANGERS = 200;
/** Of so many requests of the neighbours one is a sign-in; the others read. */
const SIGN_IN_EVERY = 4;
const NEIGHBOURS = 5;

/** Signs in on a device that the owner's account knows by `knownDevice`. */
async function signIn({ slug, ask }: Owner, knownDevice?: string) {
  const body = { email: `${slug}@example.com`, password: OWNER_PASSWORD, knownDevice };
  return session.parse(await ask('POST', '/api/auth/login', body));
}

const agent = new Agent({ keepAlive: true });

/** Tries a password of nobody's account, as the `nth` of the strangers. */
function guess({ origin }: Site, nth: number): Promise<void> {
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // All of 127.0.0.0/8 is this machine.
    localAddress: `127.1.${nth % STRANGERS}.1`,
    agent,
  };
  const url = `${origin.replace('localhost', '127.0.0.1')}/api/auth/login`;
  return new Promise((resolve, reject) => {
    request(url, options, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
      .end(JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a guess' }));
  });
}

export const scenario: Scenario = {
  title: `${PER_SECOND} sign-ins of strangers a second, from ${STRANGERS} networks; owners read, and sign in on devices they know`,
  rate: 20,
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    const marks = await Promise.all(owners.map(async (owner) => (await signIn(owner)).knownDevice));
    let n = 0;
    return async () => {
      const nth = n;
      n += 1;
      const owner = owners[nth % NEIGHBOURS] as Owner;
      if (nth % SIGN_IN_EVERY === 0) await signIn(owner, marks[nth % NEIGHBOURS]);
      else await owner.ask('GET', '/api/auth/me');
    };
  },
  abuse: (site, signal) => keepAsking(PER_SECOND, signal, (count) => guess(site, count)),
};
