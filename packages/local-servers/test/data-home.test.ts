import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataHome } from '@tavola/local-servers/postgres.ts';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
/** A folder that nobody but this account may enter. */
const closedFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-closed-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the folder of a database', () => {
  it.runIf(process.getuid?.() !== 0)('is the wanted one, where PostgreSQL runs as this account', () => {
    const wanted = join(closedFolder(), 'postgres');
    expect(dataHome(wanted)).toBe(wanted);
  });

  describe.runIf(process.getuid?.() === 0)('for root, in a folder closed to others', () => {
    it('lies elsewhere, and stays where it is', () => {
      const wanted = join(closedFolder(), 'postgres');
      const home = dataHome(wanted);
      expect(home).not.toBe(wanted);
      expect(dataHome(wanted)).toBe(home);
    });

    it('is not the one of a folder of the same name that was deleted, which is cleaned away', () => {
      const folder = closedFolder();
      const wanted = join(folder, 'postgres');
      const first = dataHome(wanted);
      mkdirSync(first);
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { mode: 0o700 });
      expect(dataHome(wanted)).not.toBe(first);
      expect(existsSync(first)).toBe(false);
    });
  });
});
