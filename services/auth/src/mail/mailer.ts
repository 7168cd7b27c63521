import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';

/** An e-mail in both its forms. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Hands a mail over. Rejects where it can't be handed over now. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** How long a mail server may be silent, in milliseconds. */
const SILENCE_MS = 10_000;

/**
 * Sends mail from `from` the way `url` says: `smtp://` or `smtps://` to a server, `file:///folder` as one .eml file a mail,
 * `console:` onto stdout.
 */
export function makeMailer(url: string, from: string): Mailer {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return written(from, toFolder(fileURLToPath(url)));
  if (protocol === 'console:') return written(from, toConsole);
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

/** A mailer that gives each mail, as it would go out, to `keep`. */
function written(from: string, keep: (message: Buffer) => Promise<void>): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail);
      await keep(message as Buffer);
    },
    close: () => transport.close(),
  };
}

/** Readable by this user only: a mail may carry a key to an account. The names are in the order of time. */
function toFolder(folder: string) {
  return async (message: Buffer) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    const draft = join(folder, `.${name}`);
    await writeFile(draft, message, { mode: 0o600 });
    // Whoever looks into the folder finds whole mails only.
    await rename(draft, join(folder, name));
  };
}

async function toConsole(message: Buffer): Promise<void> {
  process.stdout.write(`${message}\n`);
}
