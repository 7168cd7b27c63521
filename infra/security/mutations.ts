import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aroundReport, whenAndWhere, writeReport } from '../bench/lib/report.ts';
import { MUTATIONS, type Mutation, mutated } from './protections.ts';

// npm run test:mutations [-- WORD]: switches each protection between tenants off, one at a time and in a copy of the
// repository, and requires that a test goes red. Writes the table of docs/reliability.md; WORD tries only those whose line
// has it, and writes nothing.

const root = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENT = 'docs/reliability.md';

/** What a run of the tests came to: the first test that failed, or none. */
type Outcome = { red: string } | { green: true };

const word = process.argv[2] ?? '';
const chosen = MUTATIONS.filter(({ protection, off }) => `${protection} ${off}`.includes(word));
if (!word) aroundReport('mutations', DOCUMENT);
const made = whenAndWhere();
const copy = copyOfRepository();
const lines: string[] = [];
let survived = 0;
try {
  const whole = await run([...new Set(chosen.map(({ tests }) => tests))]);
  if ('red' in whole) throw new Error(`the tests are red before anything is switched off: ${whole.red}`);
  for (const mutation of chosen) {
    const restore = apply(mutation);
    const outcome = await run([mutation.tests], mutation.only).finally(restore);
    const result = 'red' in outcome ? outcome.red : '**none: it stayed green**';
    if ('green' in outcome) survived += 1;
    lines.push(`| ${[mutation.protection, mutation.off, result].map(cell).join(' | ')} |`);
    console.log(lines.at(-1));
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const missed = `${chosen.length - survived} of ${chosen.length} were missed by a test`;
if (!word) {
  const table = ['| Protection | Switched off | Test that went red |', '|---|---|---|', ...lines].join('\n');
  writeReport('mutations', [`Made by \`npm run test:mutations\` ${made}. ${missed}.`, table], DOCUMENT);
}
console.log(`\n${missed}`);
process.exit(survived > 0 ? 1 : 0);

/** A copy of what is in the repository, with what was generated in it, and the dependencies of this one. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-mutations-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const file of stdout.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  for (const service of readdirSync(join(root, 'services'))) {
    const generated = join('services', service, 'src', 'generated');
    if (existsSync(join(root, generated))) cpSync(join(root, generated), join(folder, generated), { recursive: true });
  }
  const workspaces = ['services', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  for (const workspace of ['', ...workspaces, 'gateway', 'web', 'infra']) {
    if (existsSync(join(root, workspace, 'node_modules'))) linkDependencies(workspace, folder);
  }
  return folder;
}

/** Links each dependency of `workspace`, but the workspaces themselves: those are the copy's. */
function linkDependencies(workspace: string, folder: string): void {
  const from = join(root, workspace, 'node_modules');
  const to = join(folder, workspace, 'node_modules');
  mkdirSync(join(to, '@tavola'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@tavola' || name === '.cache' || name.startsWith('.vite')) continue;
    symlinkSync(realpathSync(join(from, name)), join(to, name));
  }
  if (!existsSync(join(from, '@tavola'))) return;
  for (const name of readdirSync(join(from, '@tavola'))) {
    symlinkSync(readlinkSync(join(from, '@tavola', name)), join(to, '@tavola', name));
  }
}

/** Switches one protection off in the copy; gives what puts it back. */
function apply({ change }: Mutation): () => void {
  if ('sql' in change) {
    const folder = join(copy, 'services', change.owner, 'prisma', 'migrations', '30000101000000_mutation');
    mkdirSync(folder);
    writeFileSync(join(folder, 'migration.sql'), `${change.sql};\n`);
    return () => rmSync(folder, { recursive: true });
  }
  const file = join(copy, change.file);
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(before, change));
  return () => writeFileSync(file, before);
}

/**
 * Runs these files of tests in the copy, as far as their names have `only`, up to the first that fails.
 * @throws Error where no test was run, or something other than a test failed.
 */
function run(files: readonly string[], only?: string): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--project', 'security', '--reporter=json', `--outputFile=${report}`, '--bail=1'];
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    [...args, ...(only ? ['-t', only] : []), ...files],
    { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (!existsSync(report)) return reject(new Error(`the tests could not be started: ${said}`));
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      const failed = tests.find(({ status }) => status === 'failed');
      if (failed) return resolve({ red: failed.fullName });
      if (code === 0 && tests.some(({ status }) => status === 'passed')) return resolve({ green: true });
      // What can't even start is no proof of a test.
      reject(new Error(testResults.map(({ message }) => message).join('\n') || said || 'no test was run'));
    });
  });
}

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
