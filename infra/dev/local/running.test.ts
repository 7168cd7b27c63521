import { spawn } from 'node:child_process';
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endLeftovers, runningDatabase } from './running.ts';

const adminUrl = 'postgresql://postgres@127.0.0.1/postgres';

/** The home of a start that is running, or of one that was killed. */
function homeOf(isRunning: boolean): string {
  const home = mkdtempSync(join(tmpdir(), 'tavola-running-'));
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'infra/dev/local/start.ts']);
  if (!isRunning) program.kill('SIGKILL');
  onTestFinished(() => {
    program.kill('SIGKILL');
    rmSync(home, { recursive: true });
  });
  writeFileSync(join(home, 'running.json'), JSON.stringify({ supervisor: program.pid, pids: {}, adminUrl }));
  return home;
}

/** Hides /proc until the end of the test. */
function withoutProc(): void {
  const { existsSync, readFileSync } = fs;
  const isHidden = (path: fs.PathOrFileDescriptor) => String(path).startsWith('/proc/');
  const isThere: typeof existsSync = (path) => !isHidden(path as fs.PathOrFileDescriptor) && existsSync(path);
  const read = (path: fs.PathOrFileDescriptor, options: fs.ObjectEncodingOptions = {}) => {
    if (isHidden(path)) throw new Error('ENOENT');
    return readFileSync(path, options);
  };
  Object.assign(fs, { existsSync: isThere, readFileSync: read });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { existsSync, readFileSync });
    syncBuiltinESMExports();
  });
}

describe.each([
  ['Linux', () => {}],
  ['macOS, which has no /proc', withoutProc],
])('a start on %s', (_system, prepare) => {
  it('is found while it runs, and no second one begins in its folder', async () => {
    const home = homeOf(true);
    prepare();
    await expect.poll(() => runningDatabase(home)).toBe(adminUrl);
    await expect(endLeftovers(home)).rejects.toThrow('It is running already');
  });

  it('is not found after it was killed', async () => {
    const home = homeOf(false);
    prepare();
    await expect.poll(() => runningDatabase(home)).toBeNull();
    await endLeftovers(home);
  });
});
