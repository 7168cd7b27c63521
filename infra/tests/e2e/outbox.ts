import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The mails to `address` in the outbox under `home`, as text. */
function mailsTo(home: string, address: string): string[] {
  const folder = join(home, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
}

/** Waits for a mail to `address` and returns its link to the page `path`. */
export async function linkTo(home: string, address: string, path: 'reset-password' | 'confirm-email'): Promise<string> {
  const found = () =>
    mailsTo(home, address)
      .map((mail) => new RegExp(`https?:\\S+/${path}#token=[\\w-]+`).exec(mail)?.[0])
      .find(Boolean);
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found() as string;
}

/** Confirms the address of a new account with the mailed link. */
export async function confirmAddress(origin: string, home: string, address: string): Promise<void> {
  const link = await linkTo(home, address, 'confirm-email');
  const response = await fetch(`${origin}/api/auth/confirm-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.split('#token=')[1] }),
  });
  if (!response.ok) throw new Error(`confirming ${address} answered ${response.status}`);
}
