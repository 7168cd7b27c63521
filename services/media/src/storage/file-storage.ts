import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

import type { Storage } from './storage.ts';

/** Files in the folder that the `file:` URL `url` names; processes may share it. */
export function fileStorage(url: string): Storage {
  const root = fileURLToPath(url);

  /** Has `write` make a file beside the final one, which it then replaces in one step. */
  async function whole(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = join(root, key);
    const part = `${path}.${randomUUID()}.part`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await write(part);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    put: (key, bytes) => whole(key, (path) => writeFile(path, bytes)),
    receive: (key, body) => whole(key, (path) => pipeline(body, createWriteStream(path))),
    get: (key) => readFile(join(root, key)).then((file) => new Uint8Array(file), orNull),
    async list(folder) {
      const names = (await readdir(join(root, folder)).catch(orNull)) ?? [];
      return names.filter((name) => !name.endsWith('.part')).map((name) => folder + name);
    },
    async remove(start) {
      const path = join(root, start);
      if (start.endsWith('/')) return rm(path, { recursive: true, force: true });
      const names = (await readdir(dirname(path)).catch(orNull)) ?? [];
      const found = names.filter((name) => name.startsWith(basename(path)));
      await Promise.all(found.map((name) => rm(join(dirname(path), name), { recursive: true, force: true })));
    },
  };
}

/** A missing file is null; any other error stays one. */
function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
