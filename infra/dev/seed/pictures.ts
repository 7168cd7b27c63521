import { cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Picture, pictureAt, picturesOf } from '@tavola/contracts/rules/pictures.ts';

/** A folder for each picture, with one in it that is named and filled as media keeps them. */
const FOLDER = join(import.meta.dirname, 'pictures');

/** A picture that a restaurant has. */
export interface OwnPicture extends Picture {
  /** The address of its largest JPEG, which names it. */
  address: string;
  /** Of all its files. */
  bytes: number;
}

/**
 * Puts the picture `name` among those of the restaurant `tenantId` in media's folder `storage`.
 * @throws an error where there is no such picture
 */
export async function givePicture(name: string, tenantId: string, storage: string): Promise<OwnPicture> {
  const [kept] = await readdir(join(FOLDER, name));
  const from = join(FOLDER, name, String(kept));
  const files = await readdir(from);
  const widest = Math.max(...files.map((file) => Number.parseInt(file, 10)));
  const address = `${picturesOf(tenantId)}${kept}/${widest}.jpg`;
  const picture = pictureAt(address);
  if (!picture) throw new Error(`The seeds' picture "${name}" is not named as media names pictures.`);
  await cp(from, join(storage, picturesOf(tenantId), String(kept)), { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(from, file))).size));
  return { ...picture, address, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
