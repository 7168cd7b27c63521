import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { runProgram } from '@tavola/local-servers/program.ts';
import { aroundReport, whenAndWhere, writeReport } from '../../bench/lib/report.ts';
import { MUTATED_FILES, MUTATIONS, type MutatedFile, type Mutation } from './protections.ts';
import { mutateFile } from './stryker.ts';

// npm run test:mutations [-- WORD …]: in a copy of the repository, switches off each protection of the database, one at a time,
// and lets Stryker change the files that are protections. Each time a test must fail. Writes the results into mutations.md
// beside it. With words, only lines that contain one of them are tested and rewritten.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENT = 'infra/tests/security/mutations.md';
const UNNOTICED = '**not noticed**';

/** A test run's outcome: the first failed test, or none; or why nothing ran, which proves nothing. */
type Outcome = { red: string } | { green: true } | { unproven: string };

const words = process.argv.slice(2);
const isChosen = (...texts: readonly string[]) =>
  words.length === 0 || words.some((word) => texts.some((text) => text.includes(word)));
const chosen = MUTATIONS.filter(({ protection, sql, tests }) => isChosen(protection, sql, tests));
const chosenFiles = MUTATED_FILES.filter(({ protection, file }) => isChosen(protection, file));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const { path: copy, remove: removeCopy } = temporaryFolder('mutations');
copyRepository(copy);
let survived = 0;
try {
  await mustBeGreen();
  for (const mutation of chosen) {
    const restore = apply(mutation);
    const outcome = await run(mutation).finally(restore);
    if (!('red' in outcome)) survived += 1;
    console.log(`${mutation.protection}: ${mutation.sql}: ${inWords(outcome)}`);
    writeResult(mutation, `${'red' in outcome ? '' : `${UNNOTICED} `}(${commit})`);
  }
  for (const target of chosenFiles) {
    const { changes, unnoticed } = await mutateFile(target, copy);
    if (unnoticed.length > target.mayStay) survived += 1;
    const stayed = unnoticed.length > target.mayStay ? `**${unnoticed.join(', ')}**` : unnoticed.join(', ');
    writeLine(beginOfFile(target), `${changes - unnoticed.length} of ${changes} | ${stayed} | ${commit} |`);
  }
} finally {
  removeCopy();
}
const tried = chosen.length + chosenFiles.length;
console.log(`\n${tried - survived} of ${tried} protections: a test failed without them`);
process.exit(survived > 0 ? 1 : 0);

/** @throws Error when tests fail before anything is switched off. */
async function mustBeGreen(): Promise<void> {
  for (const [project = 'security', mutations] of Map.groupBy(chosen, (mutation) => mutation.project)) {
    const tests = [...new Set(mutations.map((mutation) => mutation.tests))];
    const only = [...new Set(mutations.map((mutation) => mutation.only))].join('|');
    let outcome = await run({ tests, only, project });
    // On a busy machine a test can time out; a test that fails twice is broken.
    if (!('green' in outcome)) outcome = await run({ tests, only, project });
    if (!('green' in outcome)) throw new Error(`before anything is switched off: ${inWords(outcome)}`);
  }
}

function inWords(outcome: Outcome): string {
  if ('red' in outcome) return outcome.red;
  return 'green' in outcome ? '**none: it stayed green**' : `**no test could be run: ${outcome.unproven}**`;
}

/** The beginning of a line in the table of files. */
function beginOfFile({ protection, file, functions }: MutatedFile): string {
  const where = functions ? `${functions.map((name) => `\`${name}\``).join(' and ')} in ${file}` : file;
  return `| ${protection} | ${where} | `;
}

/** Writes what came of a mutation, such as `(c0ffee1)`, the commit at which a test failed; the others stay unchanged. */
function writeResult({ protection }: Mutation, result: string): void {
  const { results, lines } = known();
  write(results.set(protection, result), lines);
}

/** Writes a line into the table of files; the others stay unchanged. */
function writeLine(begin: string, end: string): void {
  console.log(begin + end);
  const { results, lines } = known();
  write(results, [begin + end, ...lines]);
}

/** The results in mutations.md: a line for each test file, with the protections that it held, and the table of files. */
function known(): { results: Map<string, string>; lines: string[] } {
  const { before, after } = aroundReport('mutations', DOCUMENT);
  const lines = readFileSync(join(root, DOCUMENT), 'utf8').slice(before.length, -after.length).split('\n');
  const held = lines.filter((line) => line.startsWith('- ')).flatMap((line) => line.split(/(?<=`): |; /).slice(1));
  const results = MUTATIONS.flatMap(({ protection }) => {
    const begins = [`${protection} (`, `${protection} ${UNNOTICED} (`];
    const result = held.find((one) => begins.some((begin) => one.startsWith(begin)));
    return result ? [[protection, result.slice(protection.length + 1)] as const] : [];
  });
  return { results: new Map(results), lines };
}

function write(results: ReadonlyMap<string, string>, lines: readonly string[]): void {
  const heldBy = [...Map.groupBy(MUTATIONS, ({ tests }) => tests)].map(([tests, mutations]) => {
    const held = mutations.map(({ protection }) => `${protection} ${results.get(protection) ?? '**not tried yet**'}`);
    return `- \`${tests}\`: ${held.join('; ')}`;
  });
  const files = MUTATED_FILES.map((target) => {
    const begin = beginOfFile(target);
    return lines.find((line) => line.startsWith(begin)) ?? `${begin}not tried yet | | |`;
  });
  writeReport(
    'mutations',
    [
      `Made by \`npm run test:mutations\`, last ${whenAndWhere()}. In brackets, the commit at which the file's test failed without this protection:`,
      heldBy.join('\n'),
      'Stryker changes these files in every way it knows, but for texts. Bold: more went unnoticed than may.',
      ['| Protection | File | Changes noticed | Not noticed | At |', '|---|---|---|---|---|', ...files].join('\n'),
    ],
    DOCUMENT,
  );
}

/** Copies the repository and its generated files into `folder`, and links the original's dependencies. */
function copyRepository(folder: string): void {
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
}

/** Links each dependency of `workspace`, except workspaces, which are the copy's own. */
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

/** Switches one protection off in the copy; returns a function that restores it. */
function apply({ owner, sql }: Mutation): () => void {
  const folder = join(copy, 'services', owner, 'prisma', 'migrations', '30000101000000_mutation');
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), `${sql};\n`);
  return () => rmSync(folder, { recursive: true });
}

/** Runs these test files in the copy, filtered by `only` in test names, up to the first failure. */
async function run({
  tests,
  only,
  project = 'security',
}: {
  tests: string | string[];
  only: string;
  project?: string;
}): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--project', project, '--reporter=json', `--outputFile=${report}`, '--bail=1', '-t', only];
  const logFile = join(copy, 'vitest.log');
  rmSync(logFile, { force: true });
  const command = join(root, 'node_modules', '.bin', 'vitest');
  const code = await runProgram({ command, args: [...args, ...[tests].flat()], cwd: copy, logFile });
  const said = readFileSync(logFile, 'utf8');
  if (!existsSync(report)) return { unproven: said };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.find(({ status }) => status === 'failed');
  if (failed) return { red: failed.fullName };
  const wasRun = all.some(({ status }) => status === 'passed');
  if (code === 0 && wasRun) return { green: true };
  const messages = testResults.map(({ message }) => message).join(' ');
  // Outside of a test process, it would have ended the process.
  if (wasRun && messages.trim() === '') return { red: `${only}: an error that nobody caught` };
  return { unproven: messages || said || 'none has such a name' };
}

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}
