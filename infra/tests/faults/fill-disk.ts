import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Fills `folder`'s file system; returns a function that frees the space again. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'filler');
  const filler = openSync(file, 'w');
  for (const size of [1 << 22, 1 << 12]) {
    const block = Buffer.alloc(size);
    try {
      while (writeSync(filler, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return () => {
    closeSync(filler);
    rmSync(file);
  };
}
