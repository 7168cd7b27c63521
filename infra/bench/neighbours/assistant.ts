import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { OTHER_ADDRESS } from '../lib/asking.ts';
import { AI_ANSWER_MS } from '../lib/fake-ai.ts';
import { type Owner, renameAndRead, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario, Site } from './scenario.ts';

const ACCOUNTS = 26;
/** So many that none has two questions open at once. */
const NEIGHBOURS = 10;
const QUESTION = { name: 'Gnocchi', language: 'en' };

/** The tokens of the abuser's accounts. */
const tokensFile = ({ home }: Site) => join(home, 'accounts.json');

/** Confirms everybody's address. */
async function confirmAll({ adminUrl }: Site): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('UPDATE auth."user" SET email_confirmed_at = now() WHERE email_confirmed_at IS NULL');
  await client.end();
}

/** Asks the AI from an address of the abuser's own, and waits for whatever is answered. */
function ask({ origin }: Site, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${origin.replace('localhost', '127.0.0.1')}/api/assistant/dish`;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, localAddress: OTHER_ADDRESS }, (answer) =>
      answer.resume().once('end', resolve).once('error', reject),
    )
      .once('error', reject)
      .end(JSON.stringify(QUESTION));
  });
}

export const scenario: Scenario = {
  title: `${ACCOUNTS} new accounts of one address ask the AI without a pause, which takes ${AI_ANSWER_MS} ms an answer; others ask it, too, and change their menus`,
  rate: 6,
  needsAi: true,
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    // Here, because signing up takes longer than all else that the accounts do.
    const accounts = await signUpOwners(site, ACCOUNTS);
    writeFileSync(tokensFile(site), JSON.stringify(accounts.map(({ token }) => token)));
    await confirmAll(site);
    let n = 0;
    return async () => {
      n += 1;
      const owner = owners[n % NEIGHBOURS] as Owner;
      if (n % 3 === 0) await owner.ask('POST', '/api/assistant/dish', QUESTION);
      else await renameAndRead(owner, `Dish ${n}`);
    };
  },
  async abuse(site, signal) {
    const keepAsking = async (token: string) => {
      while (!signal.aborted) await ask(site, token).catch(() => {});
    };
    const tokens: string[] = JSON.parse(readFileSync(tokensFile(site), 'utf8'));
    await Promise.all(tokens.map(keepAsking));
  },
};
