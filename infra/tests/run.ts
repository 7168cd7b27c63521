import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOrInstall, runProgram } from '@tavola/local-servers/program.ts';

// npm test: types, lint, import rules, and the tests that are not tagged `full`, on real servers and in a real browser. With
// arguments, which go to vitest, it runs any tests, and of the checks only the build: npm test -- services/menu. npm run
// test:rest (--rest) runs what that leaves out: tests tagged `full`, and those tagged `sized` with large sizes; with
// TEST_CONTAINERS=yes also some tests on servers in containers, and the product from docker-compose.yml (npm run
// test:compose). npm run test:full is both. In the closing line each check counts as one test. With --write, tests that produce
// results write them into docs/.

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const say = (line: string) => console.log(`\n— ${line}`);
const turbo = (...tasks: string[]) => ['run', ...tasks, '--output-logs=errors-only', '--no-update-notifier'];

/** Tests that also run on servers in containers: all services' database code, and the migrations. Others start servers themselves. */
const IN_CONTAINERS = [
  ...['addresses', 'postgres', 'untold-changes', 'versioned-cache'].map(
    (name) => `packages/service-kit/test/${name}.test`,
  ),
  'infra/deploy/migrate',
];

/** Time limit of one vitest run, in milliseconds: about twice the usual time, so that a hung run fails. */
const LONGEST_MS = 55 * 60_000;

/** What vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

const isRest = process.argv.includes('--rest');
if (process.argv.includes('--write')) process.env.WRITE_REPORT = '1';
const wanted = process.argv.slice(2).filter((arg) => arg !== '--rest' && arg !== '--write');

let passed = 0;
let failed = 0;
const logs = mkdtempSync(join(tmpdir(), 'tavola-checks-'));
/** What the tests of `npm test` and of the rest reported last: the rest checks that both together prove the specification. */
const reports = join(root, '.tavola', 'test-reports');
mkdirSync(reports, { recursive: true });

await commandOrInstall(['redis-server', 'valkey-server'], ['redis-server'], say);
await commandOrInstall(['nginx'], ['nginx-light'], say);
await commandOrInstall(['chromium', 'chromium-browser', 'google-chrome'], ['chromium'], say);
await commandOrInstall(['pdftoppm'], ['poppler-utils'], say);

say('build');
if (await check('generated code', bin('turbo'), turbo('generate'))) {
  const others = isRest || wanted.length > 0 ? undefined : checks();
  if (await check('build', bin('turbo'), turbo('build'))) {
    if (isRest) await rest();
    else if (wanted.length > 0) await tests('tests', wanted);
    else await quick();
  }
  await others;
}

rmSync(logs, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** The checks of `npm test` that need no server, one after another: beside the build, then beside the tests, which leave time. */
async function checks(): Promise<void> {
  const folders = ['services', 'packages', 'gateway', 'web/src', 'infra'];
  await check('types', process.execPath, ['infra/dev/check-types.ts']);
  await check('lint and format', bin('biome'), ['check', '.']);
  await check('import laws', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...folders]);
}

/** Runs the tests of `npm test`. */
async function quick(): Promise<void> {
  const files = testFiles((text) => !/^\/\/ @module-tag full$/m.test(text));
  await tests('tests', ['--tags-filter', '!full', ...files], 'quick');
}

/** Runs what `npm test` leaves out, then checks that both together prove the specification. */
async function rest(): Promise<void> {
  process.env.TEST_SIZE = 'full';
  const hasContainers = process.env.TEST_CONTAINERS === 'yes';
  // Half of the build is waiting for npm and for the disk: meanwhile tests run.
  const images = hasContainers && check('images', process.execPath, ['infra/tests/compose/build.ts']);
  const files = testFiles((text) => /^\/\/ @module-tag (full|sized)$|\btags: .*'full'/m.test(text));
  await tests('the rest', ['--tags-filter', 'full || sized', ...files], 'rest');
  const both = ['quick', 'rest'].map((name) => join(reports, `${name}.json`));
  await check('spec coverage', process.execPath, ['infra/tests/docs/spec-coverage.ts', ...both]);
  await images;
  if (hasContainers) {
    process.env.TEST_SERVERS = 'containers';
    await tests('in containers', ['--project', 'service', ...IN_CONTAINERS], 'containers');
    await tests('Compose', ['--config', 'infra/tests/compose/vitest.config.ts'], 'compose');
  }
}

/** The test files of which `isWanted` says so by their text: vitest would load any other to learn that it has nothing to run. */
function testFiles(isWanted: (text: string) => boolean): string[] {
  const files = globSync('{services,packages,gateway,web/src,infra}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  });
  return files.filter((file) => isWanted(readFileSync(join(root, file), 'utf8')));
}

/** Runs one check and shows its output on failure, since several run in parallel. */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const logFile = join(logs, `${name}.log`);
  const isGood = (await run(command, args, { logFile })) === 0;
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? '✓' : '✗'} ${name}`);
  if (!isGood) console.log(readFileSync(logFile, 'utf8'));
  return isGood;
}

/** Runs vitest with `args` and counts its tests; its report is `reportName`.json. */
async function tests(name: string, args: string[], reportName = 'some'): Promise<void> {
  say(name);
  const report = join(reports, `${reportName}.json`);
  rmSync(report, { force: true });
  // A log has a line for each file; who watches sees what takes long, too.
  const brief = process.stdout.isTTY ? [] : ['--slowTestThreshold=600000'];
  const options = ['--reporter=default', ...brief, '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(bin('vitest'), ['run', ...options, ...args], { timeoutMs: LONGEST_MS });
  try {
    const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
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
  { logFile, timeoutMs }: { logFile?: string; timeoutMs?: number } = {},
): Promise<number> {
  const all = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
  };
  return runProgram({ command, args, cwd: root, env: all, ...(logFile && { logFile }) }, timeoutMs);
}
