import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets, so that the database or a backup of it reveals none. */
export interface SecretBox {
  /** Encrypts `text` for this user's row only. */
  seal(text: string, userId: string): string;
  /** @throws Error where it was sealed for another user or with another key, or was changed since. */
  open(sealed: string, userId: string): string;
  /** Hashes a code that is only ever compared. */
  hash(code: string, userId: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM and HMAC-SHA-256 with keys derived from `key`. Both also bind the user's id. */
export function secretBox(key: string): SecretBox {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `tavola two-factor ${purpose}`, 32));
  const sealing = derived('secret');
  const hashing = derived('recovery code');
  return {
    seal(text, userId) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(userId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, userId) {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    hash: (code, userId) => createHmac('sha256', hashing).update(`${userId} ${code}`).digest('base64url'),
  };
}
