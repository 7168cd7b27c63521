import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The mails to `address` in the outbox under `home`, as text. */
export function mailsTo(home: string, address: string): string[] {
  const folder = join(home, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
}

/** Waits for a mail to `address` and returns its password-reset link. */
export async function resetLinkTo(home: string, address: string): Promise<string> {
  await expect.poll(() => mailsTo(home, address).length, { timeout: 20_000 }).toBe(1);
  const link = /https?:\S+\/reset-password#token=[\w-]+/.exec(mailsTo(home, address)[0] ?? '')?.[0];
  if (!link) throw new Error(`the mail to ${address} has no link`);
  return link;
}
