import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOrInstall, runProgram } from '@tavola/local-servers/program.ts';

// npm test: types, lint, import laws, and every test on real servers and in a real browser. The closing line counts
// each check as one, beside the tests. Arguments go to vitest: npm test -- services/menu. With --write, tests that have
// figures to tell write them into docs/. With TEST_CONTAINERS=yes some of them run once more on servers in containers, and
// the product is brought up from docker-compose.yml and tried there (npm run test:compose).

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const say = (line: string) => console.log(`\n— ${line}`);

/** What runs on servers in containers too: what every service does with them, and the two that write most. */
const IN_CONTAINERS = ['packages/service-kit', 'services/auth', 'services/menu'];

/** How long one run of vitest may take, in milliseconds: twice of what it takes, since one that hangs is a failure, not a night's work. */
const LONGEST_MS = 65 * 60_000;
const LONGEST_IN_CONTAINERS_MS = 20 * 60_000;

let passed = 0;
let failed = 0;

await commandOrInstall(['redis-server', 'valkey-server'], ['redis-server'], say);
await commandOrInstall(['nginx'], ['nginx-light'], say);
await commandOrInstall(['chromium', 'chromium-browser', 'google-chrome'], ['chromium'], say);
await commandOrInstall(['pdftoppm'], ['poppler-utils'], say);

const turbo = ['--output-logs=errors-only', '--no-update-notifier'];
const built = await check('build', bin('turbo'), ['run', 'generate', 'build', ...turbo]);
if (built) {
  await check('types', process.execPath, ['infra/dev/check-types.ts']);
  await check('lint and format', bin('biome'), ['check', '.']);
  await check('import laws', bin('depcruise'), [
    '--config',
    '.dependency-cruiser.cjs',
    ...['services', 'packages', 'gateway', 'web/src', 'infra'],
  ]);
  const args = process.argv.slice(2);
  if (args.includes('--write')) process.env.WRITE_REPORT = '1';
  // A run of some tests proves only some of the specification.
  const wanted = args.filter((arg) => arg !== '--write');
  await tests('tests', wanted, { longestMs: LONGEST_MS, isWhole: wanted.length === 0 });
  if (process.env.TEST_CONTAINERS === 'yes') {
    process.env.TEST_SERVERS = 'containers';
    const limit = { longestMs: LONGEST_IN_CONTAINERS_MS, isWhole: false };
    await tests('in containers', ['--project', 'service', ...IN_CONTAINERS], limit);
    await tests('Compose', ['--config', 'infra/tests/compose/vitest.config.ts'], limit);
  }
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs one check; its output is shown as it comes. */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  say(name);
  const isGood = (await run(command, args)) === 0;
  if (isGood) passed += 1;
  else failed += 1;
  return isGood;
}

/** Runs vitest and counts its tests; `isWhole` says that these are to prove the specification. */
async function tests(
  name: string,
  args: string[],
  { longestMs, isWhole }: { longestMs: number; isWhole: boolean },
): Promise<void> {
  say(name);
  const folder = mkdtempSync(join(tmpdir(), 'tavola-report-'));
  const report = join(folder, 'report.json');
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(bin('vitest'), ['run', ...options, ...args], longestMs);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    passed += numPassedTests;
    failed += numFailedTests;
    // A file that could not be loaded, or an error between tests, fails the run without failing a test.
    if (code !== 0 && numFailedTests === 0) failed += 1;
    if (numPassedTests + numFailedTests === 0) failed += 1;
    if (isWhole) await check('spec coverage', process.execPath, ['infra/tests/docs/spec-coverage.ts', report]);
  } catch {
    failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], timeoutMs?: number): Promise<number> {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
  };
  return runProgram({ command, args, cwd: root, env }, timeoutMs);
}
