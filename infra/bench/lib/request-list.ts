import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

let written = 0;

/** Writes a list of requests for wrk (see wrk.lua) into `dir` and returns its path. */
export function requestList(dir: string, lines: readonly string[]): string {
  written += 1;
  const file = join(dir, `requests-${written}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
