import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { restore } from './restore.ts';
import { WHICH_DATABASE, whichDatabase } from './which-database.ts';

const USAGE = `npm run restore -- backups/tavola-….dump          put the backup in the place of everything that is there now
npm run restore -- backups/tavola-….dump --yes    without asking
${WHICH_DATABASE}
Restaurants' pictures are files beside the database: put them back afterwards, as docs/operations.md says.
A backup of an earlier version is brought up to date by the next start (or by the migrate container).`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      compose: { type: 'boolean', default: false },
      kubernetes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const database = await whichDatabase(values, console.log);
  if (!values.yes && !(await isMeant())) return console.log('Nothing was changed.');
  await restore(database, file);
  console.log(
    'Restored. Menus follow within ten seconds. The sessions in the backup ended; to end newer ones, replace the signing key.',
  );
}

async function isMeant(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('Say --yes: nobody is there to be asked.');
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await ask.question('This replaces everything in the database. Type "restore" to go on: ')) === 'restore';
  } finally {
    ask.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
