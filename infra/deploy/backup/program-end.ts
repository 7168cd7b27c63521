import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A running program with pipes for stdin, stdout and stderr. */
export type Program = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Resolves when `program`, named `name`, has exited successfully.
 * @throws Error with its stderr otherwise.
 */
export async function ended(program: Program, name: string): Promise<void> {
  let said = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    program.once('error', reject);
    program.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${name} failed: ${said.trim() || `exit code ${code}`}`);
}
