import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Makes `text` what is in `file`, for its owner only. If that fails, as on a full disk, the file stays as it was. */
export function replaceFile(file: string, text: string): void {
  const next = `${file}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600 });
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
