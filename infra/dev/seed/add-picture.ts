import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import { readPicture } from '../../../services/media/src/picture/read-picture.ts';

// npm run seed:picture -- NAME FILE: adds the picture in FILE to the seeds, as media would keep an upload.

const [name = '', file] = process.argv.slice(2);
if (!/^[a-z0-9-]+$/.test(name) || !file) {
  console.error('Usage: npm run seed:picture -- NAME FILE, where NAME has lowercase letters, digits and hyphens.');
  process.exit(1);
}
const folder = join(import.meta.dirname, 'pictures', name);
const { files, ...picture } = await readPicture(await readFile(file));
await rm(folder, { recursive: true, force: true });
for (const { width, format, bytes } of files) {
  // The last two parts of the address: the picture's folder and the file's name.
  const path = join(
    folder,
    ...pictureFile({ ...picture, tenantId: '' }, width, format)
      .split('/')
      .slice(-2),
  );
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
console.log(`${name}: ${files.map(({ width, format }) => `${width}.${format}`).join(', ')}`);
