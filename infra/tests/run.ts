import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOrInstall, runProgram } from '@tavola/local-servers/program.ts';

// npm test: types, lint, import rules, and the fast tests, on real servers and in a real browser. They use small sizes, and
// of the browser tests only those tagged `core` run. npm run test:full (--full) then runs the rest: full sizes, the other
// browser tests, and faults. In the closing line each check counts as one test. Arguments go to vitest:
// npm test -- services/menu. With --write, tests that produce results write them into docs/. With TEST_CONTAINERS=yes a
// full run also runs some tests on servers in containers, and starts the product from docker-compose.yml
// (npm run test:compose).

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const say = (line: string) => console.log(`\n— ${line}`);
const turbo = (...tasks: string[]) => ['run', ...tasks, '--output-logs=errors-only', '--no-update-notifier'];

/** Selects the browser tests of `npm test`; all others carry no tag. */
const QUICK = ['--project', '!faults', '--tags-filter', '!browser || core'];

/** Tests that also run on servers in containers: every service's server code, and the migrations. */
const IN_CONTAINERS = ['packages/service-kit', 'infra/deploy/migrate'];

/** Time limit of one vitest run, in milliseconds: about twice the usual time, so that a hung run fails. */
const LONGEST_MS = 40 * 60_000;

/** What vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

const isFull = process.argv.includes('--full');
if (process.argv.includes('--write')) process.env.WRITE_REPORT = '1';
const wanted = process.argv.slice(2).filter((arg) => arg !== '--full' && arg !== '--write');
const namesProject = wanted.some((arg) => arg.startsWith('--project'));

let passed = 0;
let failed = 0;
const folder = mkdtempSync(join(tmpdir(), 'tavola-reports-'));
const reports: string[] = [];

await commandOrInstall(['redis-server', 'valkey-server'], ['redis-server'], say);
await commandOrInstall(['nginx'], ['nginx-light'], say);
await commandOrInstall(['chromium', 'chromium-browser', 'google-chrome'], ['chromium'], say);
await commandOrInstall(['pdftoppm'], ['poppler-utils'], say);

if (await checks()) {
  if (!isFull) await tests('tests', namesProject ? wanted : [...QUICK, ...wanted]);
  else if (wanted.length > 0) await tests('tests, in full', wanted, { TEST_SIZE: 'full' });
  else await everything();
}

rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Builds, and meanwhile runs the checks that need no server; returns whether tests can run. */
async function checks(): Promise<boolean> {
  say('build, types, lint, import laws');
  if (!(await check('generated code', bin('turbo'), turbo('generate')))) return false;
  const folders = ['services', 'packages', 'gateway', 'web/src', 'infra'];
  const [isBuilt] = await Promise.all([
    check('build', bin('turbo'), turbo('build')),
    check('types', process.execPath, ['infra/dev/check-types.ts']),
    check('lint and format', bin('biome'), ['check', '.']),
    check('import laws', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...folders]),
  ]);
  return isBuilt;
}

/** Runs `npm test`, then everything it leaves out, then checks that both together prove the specification. */
async function everything(): Promise<void> {
  await tests('tests', QUICK);
  const rest = [...filesWithSizes(), 'infra/tests/e2e', 'infra/tests/faults'];
  await tests('the rest', ['--tags-filter', '!core', ...rest], { TEST_SIZE: 'full' });
  await check('spec coverage', process.execPath, ['infra/tests/docs/spec-coverage.ts', ...reports]);
  if (process.env.TEST_CONTAINERS === 'yes') {
    await tests('in containers', ['--project', 'service', ...IN_CONTAINERS], { TEST_SERVERS: 'containers' });
    await tests('Compose', ['--config', 'infra/tests/compose/vitest.config.ts']);
  }
}

/** Test files that use larger sizes in a full run. */
function filesWithSizes(): string[] {
  const files = globSync('{services,packages,gateway,infra}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  });
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes("'@tavola/test-kit/size.ts'"));
}

/** Runs one check and shows its output on failure, since several run in parallel. */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const logFile = join(folder, `${name}.log`);
  const isGood = (await run(command, args, { logFile })) === 0;
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? '✓' : '✗'} ${name}`);
  if (!isGood) console.log(readFileSync(logFile, 'utf8'));
  return isGood;
}

/** Runs vitest with `args` and counts its tests. */
async function tests(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  say(name);
  const report = join(folder, `${reports.length}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(bin('vitest'), ['run', ...options, ...args], { env, timeoutMs: LONGEST_MS });
  try {
    const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    reports.push(report);
    for (const { status, fullName, failureMessages } of testResults.flatMap((one) => one.assertionResults)) {
      if (status === 'passed' && failureMessages.length > 0) say(`Failed at first: ${fullName}\n${failureMessages[0]}`);
    }
    passed += numPassedTests;
    failed += numFailedTests;
    // A file that fails to load, or an error between tests, fails the run without a failed test.
    if (code !== 0 && numFailedTests === 0) failed += 1;
    if (numPassedTests + numFailedTests === 0) failed += 1;
  } catch {
    failed += 1;
  }
}

/** Runs a command in the repository's root until it ends. */
function run(
  command: string,
  args: string[],
  { env = {}, logFile, timeoutMs }: { env?: NodeJS.ProcessEnv; logFile?: string; timeoutMs?: number } = {},
): Promise<number> {
  const all = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    ...env,
  };
  return runProgram({ command, args, cwd: root, env: all, ...(logFile && { logFile }) }, timeoutMs);
}
