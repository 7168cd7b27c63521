import { globSync } from 'node:fs';
import { commandOrInstall } from '@tavola/local-servers/program.ts';

/** The library that gives a process another time, or null where Debian's faketime is not there and can't be installed. */
export async function fakeTimeLibrary(): Promise<string | null> {
  try {
    await commandOrInstall(['faketime'], ['faketime'], () => {});
  } catch {
    return null;
  }
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
}
