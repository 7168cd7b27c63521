import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../src/leftovers.ts';
import { freePorts, isPortTaken } from '../src/ports.ts';
import { commandOrInstall, findCommand, type Program, runProgram, startProgram, untilReady } from '../src/program.ts';

// @module-tag full

const { path: folder, remove } = temporaryFolder('programs');
const started: Program[] = [];
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop(0)));
  remove();
});

let count = 0;

/** Starts a Node program that runs `code`. */
function start(code: string, options: Partial<Parameters<typeof startProgram>[0]> = {}): [Program, string] {
  count += 1;
  const logFile = join(folder, `${count}.log`);
  const program = startProgram({
    name: 'a program',
    command: process.execPath,
    args: ['-e', code],
    logFile,
    ...options,
  });
  started.push(program);
  return [program, logFile];
}

/** Whether a process runs. One that was killed stays listed until its parent, in a container a slow one, looks at it. */
const isRunning = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
const log = (file: string) => expect.poll(() => readFileSync(file, 'utf8'), { timeout: 5_000 });
const STAY = 'setInterval(() => {}, 1000);';

describe('free ports', () => {
  it('are the requested number, distinct, and free', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(await Promise.all(ports.map((port) => isPortTaken(port)))).toEqual(Array(20).fill(false));
  });

  it('are reserved until their process ends, and outside the kernel’s range', async () => {
    const ours = await freePorts(150);
    expect(Math.max(...ours)).toBeLessThan(32_768);
    const script = `
      import { freePorts } from ${JSON.stringify(new URL('../src/ports.ts', import.meta.url).href)};
      console.log((await freePorts(1_000)).join());
      if (process.argv[1] === 'killed') process.kill(process.pid, 'SIGKILL');
    `;
    const givenToAnother = (end: string) => {
      const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, end];
      return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim().split(',').map(Number);
    };
    const first = givenToAnother('killed');
    expect(first).toHaveLength(1_000);
    expect(first.filter((port) => ours.includes(port))).toEqual([]);
    // The killed process's ports are free again.
    expect(givenToAnother('ended').filter((port) => first.includes(port)).length).toBeGreaterThan(30);
  }, 60_000);

  it('are distinguished from taken ones', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await isPortTaken(port)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortTaken(port)).toBe(false);
  });
});

describe('a program', () => {
  it('appends its output and errors to the log of an earlier start', async () => {
    const [first, logFile] = start('console.log("one")');
    await first.ended;
    const [second] = start('console.error("two")', { logFile });
    await second.ended;
    expect(readFileSync(logFile, 'utf8')).toBe('one\ntwo\n');
  });

  it('may shut down gracefully', async () => {
    const [program, logFile] = start(
      `process.on("SIGTERM", () => { console.log("tidied up"); process.exit(3); }); console.log("up"); ${STAY}`,
    );
    await log(logFile).toContain('up');
    await program.stop();
    expect(await program.ended).toBe('exit code 3');
    expect(readFileSync(logFile, 'utf8')).toContain('tidied up');
  });

  it('is stopped with its own stop signal', async () => {
    const [program, logFile] = start(`console.log("up"); ${STAY}`, { stopSignal: 'SIGINT' });
    await log(logFile).toContain('up');
    await program.stop();
    expect(await program.ended).toBe('signal SIGINT');
  });

  it('is killed if it ignores the stop signal', async () => {
    const [program, logFile] = start(`process.on("SIGTERM", () => {}); console.log("up"); ${STAY}`);
    await log(logFile).toContain('up');
    await program.stop(200);
    expect(await program.ended).toBe('signal SIGKILL');
    expect(isRunning(program.pid)).toBe(false);
  });

  it('can be stopped twice, and after it has ended', async () => {
    const [program] = start('process.exit(4)');
    expect(await program.ended).toBe('exit code 4');
    await program.stop();
    await program.stop();
  });

  it('reports that its command does not exist, and can still be stopped', async () => {
    const [program] = start('', { command: '/nowhere/to/be/found' });
    expect(await program.ended).toContain('ENOENT');
    await program.stop();
  });

  it.runIf(process.platform === 'linux')(
    'stands in a group of its own, so that a Ctrl-C does not reach it',
    async () => {
      const [program, logFile] = start(`console.log("up"); ${STAY}`);
      await log(logFile).toContain('up');
      const stat = readFileSync(`/proc/${program.pid}/stat`, 'utf8');
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
      expect(group).toBe(program.pid);
    },
  );
});

/** Code that starts a child in its own group, prints the child's id, and runs `then`. */
const withChild = (then: string) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STAY)}]);
  console.log(child.pid);
  ${then}`;
const idIn = async (file: string) => {
  await log(file).toMatch(/^\d+$/m);
  return Number(/^\d+$/m.exec(readFileSync(file, 'utf8'))?.[0]);
};

describe('the children of a program', () => {
  it('are killed with it, even if it was killed itself', async () => {
    const [program, logFile] = start(withChild(STAY));
    const id = await idIn(logFile);
    process.kill(program.pid, 'SIGKILL');
    expect(await program.ended).toBe('signal SIGKILL');
    await expect.poll(() => isRunning(id), { timeout: 5_000 }).toBe(false);
  });

  it('are killed with it at its time limit', async () => {
    const file = join(folder, 'child');
    const code = withChild(`require('node:fs').writeFileSync(${JSON.stringify(file)}, child.pid + '\\n'); ${STAY}`);
    expect(await runProgram({ command: process.execPath, args: ['-e', code] }, 2_000)).toBe(1);
    const id = await idIn(file);
    await expect.poll(() => isRunning(id), { timeout: 5_000 }).toBe(false);
  });
});

describe('a killed process', () => {
  it('leaves no program behind, even if that ignores signals, and no temporary folder', async () => {
    const source = (name: string) => JSON.stringify(new URL(`../src/${name}.ts`, import.meta.url).href);
    const unwilling = `process.on('SIGTERM', () => {}); ${STAY}`;
    const code = `
      import { temporaryFolder } from ${source('leftovers')};
      import { startProgram } from ${source('program')};
      const { path } = temporaryFolder('killed');
      const codes = ${JSON.stringify([STAY, unwilling])};
      const ids = codes.map((code) =>
        startProgram({ name: '', command: process.execPath, args: ['-e', code], logFile: path + '/log' }).pid);
      setTimeout(() => console.log(JSON.stringify({ path, ids })), 1_000);`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
    const [program, logFile] = start('', { args });
    await log(logFile).toContain('ids');
    const { path, ids } = JSON.parse(readFileSync(logFile, 'utf8')) as { path: string; ids: number[] };
    expect([existsSync(path), ...ids.map(isRunning)]).toEqual([true, true, true]);
    process.kill(program.pid, 'SIGKILL');
    await expect
      .poll(() => [existsSync(path), ...ids.map(isRunning)], { timeout: 10_000 })
      .toEqual([false, false, false]);
  });
});

describe('a command that runs to completion', () => {
  it('returns its exit code, or 1 if it cannot be started', async () => {
    expect(await runProgram({ command: process.execPath, args: ['-e', 'process.exit(3)'] })).toBe(3);
    expect(await runProgram({ command: '/nowhere/to/be/found', args: [] })).toBe(1);
  });
});

describe('waiting for a program', () => {
  it('ends when the check succeeds, and treats an error as not ready', async () => {
    const [program, logFile] = start(STAY);
    let asked = 0;
    await untilReady(program, logFile, async () => {
      asked += 1;
      if (asked === 1) throw new Error('not yet');
      return asked === 3;
    });
    expect(asked).toBe(3);
  });

  it('fails as soon as the program ends, and says how and where its log is', async () => {
    const [program, logFile] = start('console.error("no such setting"); process.exit(7)');
    const startedAt = performance.now();
    await expect(untilReady(program, logFile, async () => false)).rejects.toThrow(
      `a program ended at once (exit code 7). Its log: ${logFile}`,
    );
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('fails after the time limit, and says where the log is', async () => {
    const [program, logFile] = start(STAY);
    await expect(untilReady(program, logFile, async () => false, 200)).rejects.toThrow(
      `a program did not become ready in 0.2 s. Its log: ${logFile}`,
    );
  });
});

describe('finding a command', () => {
  it('returns the path of the first that exists, or null', () => {
    expect(findCommand('no-such-command-here', 'sh')).toMatch(/\/sh$/);
    expect(findCommand('no-such-command-here')).toBeNull();
  });

  it('does not install what exists', async () => {
    const said: string[] = [];
    const path = await commandOrInstall(['sh'], ['a-package-that-does-not-exist'], (line) => said.push(line));
    expect({ path, said }).toEqual({ path: expect.stringMatching(/\/sh$/), said: [] });
  });
});
