// Runs one of the project's programs on any installed Node (20 or later). It installs missing or stale dependencies first,
// then starts the program on Node 24, which is one of them.
//
//   node infra/dev/local/bootstrap.mjs infra/dev/local/start.ts [arguments]

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const node = join(bin, 'node');

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Tavola needs Node.js 20 or later to start; this is ${process.version}.`);
}
if (!isInstalled()) install();
if (!existsSync(node))
  fail(
    'Node.js 24 did not come with the dependencies. Are install scripts switched off (npm config get ignore-scripts)?',
  );

const [program, ...args] = process.argv.slice(2);
if (!program) fail('Say which program to run.');
const endWithParent = new URL('end-with-parent.mjs', import.meta.url);
const nodeArgs = ['--disable-warning=ExperimentalWarning', '--import', endWithParent.href];
const child = spawn(node, [...nodeArgs, join(root, program), ...args], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
});
// Ctrl-C also reaches the program. This process waits for its cleanup.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A background job may outlive its shell, but not npm.
if (process.env.npm_lifecycle_event) await import(endWithParent);
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));

/** Whether node_modules matches package-lock.json. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const found = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        !path.startsWith('node_modules/') || entry.optional || entry.link || found[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing dependencies (once, about a minute) …');
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...prefix, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) fail('The dependencies could not be installed. The lines above say why.');
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
