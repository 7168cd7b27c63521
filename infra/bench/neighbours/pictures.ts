import { setTimeout as sleep } from 'node:timers/promises';
import { menuItem } from '@tavola/contracts/menu.ts';
import { upload } from '@tavola/contracts/pictures.ts';
import sharp from 'sharp';
import { z } from 'zod';
import { ask as askEdge, keepAsking } from '../lib/asking.ts';
import { type Owner, renameAndRead, signUpOwners } from '../lib/neighbour-owner.ts';
import type { Scenario } from './scenario.ts';

const UPLOADERS = 3;
/** Together, 60 a minute. */
const PER_SECOND = 1;
const NEIGHBOURS = 20;
/** One request in so many is an upload. The 95th percentile is that of the others. */
const UPLOAD_EVERY = 40;
/** An upload's turn comes after one of each uploader: within this time, in milliseconds. */
const TURN_MS = 30_000;

/** A photo as a phone takes it, at its worst for a coder: of noise. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;

/** Waits until an upload is read, and shows it on the owner's dish. */
async function show({ itemId, ask }: Owner, id: string): Promise<void> {
  const giveUpAt = performance.now() + TURN_MS;
  for (;;) {
    const { state, picture } = upload.parse(await ask('GET', `/api/media/${id}`));
    if (picture) return void (await ask('PUT', `/api/menu-items/${itemId}`, { image: picture.url }));
    if (state !== 'reading' || performance.now() > giveUpAt) throw new Error(`the upload of a neighbour is ${state}`);
    await sleep(200);
  }
}

export const scenario: Scenario = {
  title: `${60 * PER_SECOND} photos of 12 megapixels a minute from ${UPLOADERS} restaurants; others read menus and pictures, change dishes and upload, too`,
  rate: 20,
  afterSeconds: 15,
  async neighbours(site) {
    const owners = await signUpOwners(site, NEIGHBOURS);
    const small = await photo(640, 480);
    const dishes = z.array(menuItem);
    const shown: string[] = [];
    const send = async (owner: Owner) => upload.parse(await owner.ask('POST', '/api/media', small)).id;
    for (const owner of owners.slice(0, 3)) {
      await show(owner, await send(owner));
      const [dish] = dishes.parse(await owner.ask('GET', '/api/menu-items'));
      if (dish?.image) shown.push(dish.image);
    }
    let n = 0;
    let wrong: Error | undefined;
    return async () => {
      if (wrong) throw wrong;
      n += 1;
      const owner = owners[n % NEIGHBOURS] as Owner;
      if (n % UPLOAD_EVERY === 0) {
        const uploader = owners[(n / UPLOAD_EVERY) % NEIGHBOURS] as Owner;
        const id = await send(uploader);
        void show(uploader, id).catch((error) => {
          wrong = error;
        });
        return;
      }
      if (n % 3 === 0) return renameAndRead(owner, `Dish ${n}`);
      const path = n % 3 === 1 ? `/menu/${owner.slug}` : (shown[n % shown.length] as string);
      const status = await askEdge(site, path);
      if (status !== 200) throw new Error(`a neighbour got ${status} for ${path}`);
    };
  },
  async abuse(site, signal) {
    const owners = await signUpOwners(site, UPLOADERS);
    const file = await photo(4_000, 3_000);
    await keepAsking(PER_SECOND, signal, async (count) =>
      (await (owners[count % UPLOADERS] as Owner).send('POST', '/api/media', file)).text(),
    );
  },
};
