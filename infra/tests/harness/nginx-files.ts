import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** How many answers are in the cache of an nginx whose folder is `dir`. */
export const cachedAnswers = (dir: string): number =>
  readdirSync(join(dir, 'menus'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/**
 * How many files with request bodies the nginx in `dir` has open. nginx removes their names at once, so only Linux's /proc
 * shows them; elsewhere it is 0.
 */
export function bodyFiles(dir: string): number {
  if (process.platform !== 'linux') return 0;
  const main = readFileSync(join(dir, 'nginx.pid'), 'utf8').trim();
  const workers = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
  return workers.flatMap(openFiles).filter((path) => path.includes('client_body_temp')).length;
}

const openFiles = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      // It was closed meanwhile.
      return '';
    }
  });
