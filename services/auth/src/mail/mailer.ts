import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';

/** An e-mail as plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Hands a mail to the transport. Rejects where that fails. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Longest time to wait for a mail server, in milliseconds. */
const SILENCE_MS = 10_000;

/** Whether `error` is a mail server's refusal for good (5xx, RFC 5321) of a mail, for its addresses or its content. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

/**
 * Sends mail from `from` to where `url` points: `smtp://` or `smtps://` to a server, `file:///folder` to one .eml file
 * per mail, `console:` its text to stdout.
 */
export function makeMailer(url: string, from: string): Mailer {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return folderMailer(from, fileURLToPath(url));
  if (protocol === 'console:') return consoleMailer(from);
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: SILENCE_MS,
      greetingTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
    },
    { from },
  );
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}

/**
 * Writes each mail into a file of `folder`, readable by this user only, since a mail may hold a reset link. File names sort by
 * time.
 */
function folderMailer(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      // Renamed last, so that readers only find complete mails.
      await rename(draft, join(folder, name));
    },
    close: () => transport.close(),
  };
}

/** Prints each mail's text without a transfer encoding, so that its links can be copied. */
function consoleMailer(from: string): Mailer {
  return {
    async send({ to, subject, text }) {
      process.stdout.write(`From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`);
    },
    close() {},
  };
}
