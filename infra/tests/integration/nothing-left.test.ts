import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cleanUpAfterUs, temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

// @module-tag full
// However a test run or a start is interrupted, all processes it started end with it.

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** How long processes may survive an interruption, in milliseconds. */
const PROMISE_MS = 10_000;
/** Time limit for a start on a busy machine, in milliseconds. */
const START_MS = 180_000;

/** Parts of the command lines of the product's processes, including the program that npm runs. */
const PARTS = ['postgres -D', 'redis-server', 'gateway/src/main.ts', 'nginx: worker'];
const PROGRAM = 'node --disable-warning=ExperimentalWarning --import';

const folder = temporaryFolder('lifecycle');
afterAll(() => folder.remove());

interface Process {
  pid: number;
  parent: number;
  command: string;
}

const processes = (): Process[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });

/** The process `pid` and all its descendants. */
function familyOf(pid: number): Process[] {
  const all = processes();
  const family = all.filter((one) => one.pid === pid);
  for (const one of family) family.push(...all.filter(({ parent }) => parent === one.pid));
  return family;
}

/** Processes of `before` that still run. A process may change its title, and an id may be reused. */
function leftOf(before: readonly Process[]): Process[] {
  const now = new Map(processes().map(({ pid, command }) => [pid, command]));
  const isLeft = ({ pid, command }: Process) => now.get(pid)?.split(' ')[0] === command.split(' ')[0];
  return before.filter((one) => isLeft(one) && !now.get(one.pid)?.includes('<defunct>'));
}

let child: ChildProcess;
/** The started command and all its descendants, as last seen. */
let family: Process[] = [];
let logFile = '';
let count = 0;
const log = () => readFileSync(logFile, 'utf8');

/** Runs a command as a terminal does, in its own foreground group; returns the group's id, which is also the process's id. */
function run(command: string, ...args: string[]): number {
  family = [];
  logFile = join(folder.path, `${++count}.log`);
  const output = openSync(logFile, 'w');
  child = spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', output, output] });
  const group = child.pid as number;
  const callOff = cleanUpAfterUs({ group, stopSignal: 'SIGTERM' });
  onTestFinished(() => {
    // A failed test leaves processes behind.
    for (const { pid } of leftOf(family)) process.kill(pid, 'SIGKILL');
    callOff();
  });
  return group;
}

/** Waits until `isThere`; throws with the process's output when it ends earlier. */
async function until(what: string, isThere: () => boolean): Promise<void> {
  const deadline = Date.now() + START_MS;
  do {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`No ${what}:\n${log()}`);
    await sleep(100);
    family = familyOf(child.pid as number);
  } while (!isThere());
}

/** The id of the process with `part` in its command line. */
function idOf(part: string): number {
  const found = family.find(({ command }) => command.includes(part));
  if (!found) throw new Error(`No ${part} among:\n${family.map(({ command }) => command).join('\n')}`);
  return found.pid;
}

/** Interrupts the command and checks that soon none of its processes is left, nor a listener on `port`. */
async function expectNothingLeft(interrupt: () => unknown, port?: number): Promise<void> {
  family = familyOf(child.pid as number);
  const folders = family.flatMap(({ command }) => /\/\S*\/tavola-(?:e2e|test)-\w+/.exec(command) ?? []);
  interrupt();
  const left = async () => [
    ...leftOf(family).map(({ pid, command }) => `${pid} ${command}`),
    ...folders.filter((path) => existsSync(path)),
    ...(port !== undefined && (await isPortTaken(port)) ? [`port ${port}`] : []),
  ];
  await expect.poll(left, { timeout: PROMISE_MS, interval: 250 }).toEqual([]);
}

describe('npm start', () => {
  const home = join(folder.path, 'home');
  const isUp = () => log().includes('Tavola is up') && family.some(({ command }) => command.includes('nginx: worker'));

  async function start() {
    const [port] = (await freePorts(1)) as [number];
    return { port, npmId: run('npm', 'start', '--', '--port', String(port), '--home', home) };
  }

  async function started() {
    const { port, npmId } = await start();
    await until('start', isUp);
    return { port, npmId };
  }

  it.each<[string, (npmId: number) => unknown]>([
    ['a closed terminal', (npmId) => process.kill(-npmId, 'SIGHUP')],
    ['SIGKILL', (npmId) => process.kill(npmId, 'SIGKILL')],
    ['SIGKILL of its program', () => process.kill(idOf(PROGRAM), 'SIGKILL')],
  ])(
    'leaves nothing after %s',
    async (_, interrupt) => {
      const { port, npmId } = await started();
      for (const part of PARTS) idOf(part);
      await expectNothingLeft(() => interrupt(npmId), port);
    },
    START_MS,
  );

  it(
    'leaves nothing after a Ctrl-C while it starts',
    async () => {
      const { port, npmId } = await start();
      await until('service', () => family.some(({ command }) => command.includes('services/menu/src/main.ts')));
      expect(isUp()).toBe(false);
      await expectNothingLeft(() => process.kill(-npmId, 'SIGINT'), port);
    },
    START_MS,
  );

  it(
    'starts nginx again when its master was killed, and leaves no worker of either',
    async () => {
      const { port, npmId } = await started();
      const before = family.filter(({ command }) => command.includes('nginx'));
      process.kill(idOf('nginx: master'), 'SIGKILL');
      const isNew = ({ pid, command }: Process) =>
        command.includes('nginx: worker') && !before.some((one) => one.pid === pid);
      await until('second nginx', () => family.some(isNew));
      expect(leftOf(before)).toEqual([]);
      expect((await fetch(`http://localhost:${port}/menu/demo`)).status).toBe(200);
      await expectNothingLeft(() => process.kill(-npmId, 'SIGINT'), port);
    },
    START_MS,
  );
});

describe('a test run', () => {
  const FILE = 'infra/tests/e2e/journey.test.ts';
  const isAtWork = () => [...PARTS, 'chromium'].every((part) => family.some(({ command }) => command.includes(part)));

  it(
    'of npm test leaves nothing after Ctrl-C',
    async () => {
      const id = run('npm', 'test', '--', FILE);
      await until('run', isAtWork);
      await expectNothingLeft(() => process.kill(-id, 'SIGINT'));
    },
    START_MS,
  );

  it.each<[string, (id: number) => unknown]>([
    ['SIGTERM', (id) => process.kill(id, 'SIGTERM')],
    ['SIGKILL of vitest', () => process.kill(idOf('bin/vitest run'), 'SIGKILL')],
  ])(
    'leaves nothing after %s',
    async (_, interrupt) => {
      const id = run('node', 'infra/dev/local/bootstrap.mjs', 'infra/tests/integration/one-run.ts', FILE);
      await until('run', isAtWork);
      await expectNothingLeft(() => interrupt(id));
    },
    START_MS,
  );
});
