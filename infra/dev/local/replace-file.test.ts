import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noteDatabase, noteRunning } from './running.ts';
import { localSecrets } from './secrets.ts';

/** A disk on which a file can be opened, and nothing can be written. */
function fillDisk(): void {
  const { writeFileSync } = fs;
  const full = (path: string) => {
    writeFileSync(path, '');
    throw new Error('ENOSPC: no space left on device, write');
  };
  const set = (write: object) => {
    Object.assign(fs, { writeFileSync: write });
    syncBuiltinESMExports();
  };
  set(full);
  onTestFinished(() => set(writeFileSync));
}

it('a full disk costs neither the secrets nor what is known of a running start', () => {
  const home = mkdtempSync(join(tmpdir(), 'tavola-full-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, 'secrets.json');
  localSecrets(file);
  noteRunning(home, { auth: 1234 });
  const files = () => readdirSync(home).map((name) => [name, fs.readFileSync(join(home, name), 'utf8')]);
  const before = files();

  fillDisk();
  expect(() => localSecrets(file)).toThrow('ENOSPC');
  expect(() => noteDatabase(home, 'postgresql://here')).toThrow('ENOSPC');
  expect(files()).toEqual(before);
});
