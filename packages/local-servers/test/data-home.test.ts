import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataHome } from '@tavola/local-servers/postgres.ts';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
/** A folder that only this account may enter. */
const closedFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-closed-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;

describe('the folder of a database in a folder closed to others', () => {
  it('is the one asked for, or elsewhere for root, and does not move', () => {
    const wanted = join(closedFolder(), 'postgres');
    const home = dataHome(wanted);
    expect(home === wanted).toBe(!isRoot);
    expect(dataHome(wanted)).toBe(home);
  });

  it('is not that of a deleted folder of the same name, which is removed', () => {
    const folder = closedFolder();
    const wanted = join(folder, 'postgres');
    const first = dataHome(wanted);
    mkdirSync(first);
    rmSync(folder, { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    expect(dataHome(wanted) === first).toBe(!isRoot);
    expect(existsSync(first)).toBe(false);
  });
});
