import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deleteData } from './delete-data.ts';

it('deletes what a start created, and nothing else', () => {
  const home = mkdtempSync(join(tmpdir(), 'tavola-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const folder of ['logs', 'postgres', 'letters']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'notes.txt'), '');

  deleteData(home);
  expect(readdirSync(home).sort()).toEqual(['letters', 'logs', 'notes.txt', 'postgres']);

  writeFileSync(join(home, 'secrets.json'), '{}');
  deleteData(home);
  expect(readdirSync(home).sort()).toEqual(['letters', 'notes.txt']);
});
