import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import sharp from 'sharp';
import { readPicture } from '../../../../services/media/src/picture/read-picture.ts';
import { COVERS, DISHES } from './dishes.ts';
import { COVER, Drawing } from './kit.ts';

// Draws the seeds' pictures, as media would keep them if they were uploaded. Names draw only those.
//
//   npm run seed:pictures [name …]

const FOLDER = join(import.meta.dirname, '..', 'pictures');
const wanted = process.argv.slice(2);

for (const [name, draw] of Object.entries({ ...DISHES, ...COVERS })) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const drawing = new Drawing(name, name in COVERS ? COVER : undefined);
  draw(drawing);
  // A camera's noise: without it, files would be smaller than those of photos.
  const noise = sharp({
    create: {
      ...drawing.frame.kept,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 2 },
    },
  });
  const photo = await sharp(Buffer.from(drawing.svg()))
    .composite([{ input: await noise.png().toBuffer(), blend: 'soft-light' }])
    .png()
    .toBuffer();
  const { files, ...picture } = await readPicture(photo);
  await rm(join(FOLDER, name), { recursive: true, force: true });
  let sum = 0;
  for (const { width, format, bytes } of files) {
    // Of an address, what is not the restaurant's: the picture and the file.
    const [folder, file] = pictureFile({ ...picture, tenantId: '' }, width, format)
      .split('/')
      .slice(-2) as [string, string];
    const path = join(FOLDER, name, folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    sum += bytes.byteLength;
  }
  console.log(`${name}: ${Math.round(sum / 1000)} KB`);
}
