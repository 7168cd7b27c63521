import { globSync } from 'node:fs';
import { commandOrInstall } from '@tavola/local-servers/program.ts';

/** The library that shifts a process's clock, or null when Debian's faketime is missing and can't be installed. */
export async function fakeTimeLibrary(): Promise<string | null> {
  try {
    await commandOrInstall(['faketime'], ['faketime'], () => {});
  } catch {
    return null;
  }
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
}
