import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { backUp } from './back-up.ts';
import { WHICH_DATABASE, whichDatabase } from './which-database.ts';

const USAGE = `npm run backup                      write backups/tavola-<time>.dump
npm run backup -- --to /mnt/safe    write it into that folder
npm run backup -- --keep 14         and delete all but the newest 14 there
${WHICH_DATABASE}
Restaurants' pictures are files beside the database: copy them afterwards, as docs/operations.md says.`;

/** Prefix and suffix of a backup's name; the time is between them, so that the newest name sorts last. */
const NAME = { start: 'tavola-', end: '.dump' };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: 'backups' },
      keep: { type: 'string' },
      compose: { type: 'boolean', default: false },
      kubernetes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const keep = z.coerce.number().int().min(1).optional().safeParse(values.keep);
  if (!keep.success) throw new Error('--keep: how many backups to keep, 1 or more.');
  const folder = resolve(values.to);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const file = join(folder, `${NAME.start}${time}${NAME.end}`);
  const bytes = await backUp(await whichDatabase(values, console.log), file, interrupted());
  console.log(
    `${file}: ${(bytes / 1024 / 1024).toFixed(1)} MB. Copy the pictures as well, now that it is done: docs/operations.md.`,
  );
  if (keep.data !== undefined) forgetAllBut(keep.data, folder);
}

function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function forgetAllBut(count: number, folder: string): void {
  const backups = readdirSync(folder).filter((name) => name.startsWith(NAME.start) && name.endsWith(NAME.end));
  for (const name of backups.sort().slice(0, -count)) {
    rmSync(join(folder, name));
    console.log(`deleted ${name}`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
