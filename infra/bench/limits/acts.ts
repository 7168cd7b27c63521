import { setTimeout as wait } from 'node:timers/promises';
import { dataExport } from '@tavola/contracts/export.ts';
import { HISTORY_PAGE, history } from '@tavola/contracts/history.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { UPLOAD_KINDS, upload } from '@tavola/contracts/pictures.ts';
import { codeList, RUN_MAX, sheet, sheetMade } from '@tavola/contracts/qr.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { type Owner, signUpOwner } from '../lib/neighbour-owner.ts';
import { whole } from '../lib/report.ts';
import type { Site } from '../neighbours/scenario.ts';
import { OTHER_LANGUAGES } from './fill.ts';

/** Something at a limit that an owner or a guest may do. */
export interface Act {
  what: string;
  run(site: Site, owner: Owner): Promise<void>;
}

/** How often progress is looked at, in milliseconds. */
const LOOK_MS = 200;

/** How many versions of the menu are compared with the current one. */
const COMPARED = 20;

/** How often a read is tried that a busy machine refuses. */
const TRIES = 20;

/** The text of a success, read to its end. */
async function read(owner: Owner, path: string): Promise<string> {
  for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
    const answer = await owner.send('GET', path);
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status !== 503 || triesLeft === 0) throw new Error(`GET ${path} gave ${answer.status}`);
    await wait(1_000);
  }
}

const listOf = async (owner: Owner) => z.array(menuItem).parse(JSON.parse(await read(owner, '/api/menu-items')));

export const readMenus: Act = {
  what: `a menu of ${whole(QUOTAS.items.most)} dishes and its page, in ${OTHER_LANGUAGES.length + 1} languages, after each of three edits`,
  async run(_site, owner) {
    for (const price of [1, 2, 3]) {
      await owner.ask('PUT', `/api/menu-items/${owner.itemId}`, { price });
      const languages = ['', ...OTHER_LANGUAGES.map((lang) => `/${lang}`)];
      for (const path of ['/api/public/menu', '/menu']) {
        await Promise.all(languages.map((lang) => read(owner, `${path}/${owner.slug}${lang}`)));
      }
    }
  },
};

const editLists: Act = {
  what: `lists, translations and a new order of ${whole(QUOTAS.items.most)} dishes`,
  async run(_site, owner) {
    const ids = (await listOf(owner)).map(({ id }) => id);
    await owner.ask('PUT', '/api/menu-items/order', { ids: ids.toReversed() });
    for (const lang of OTHER_LANGUAGES) await read(owner, `/api/translations/${lang}`);
  },
};

export const readHistory: Act = {
  what: `all pages of a full log, ${HISTORY_PAGE} changes each`,
  async run(_site, owner) {
    for (let before: number | null = 0; before !== null; ) {
      const page = await read(owner, `/api/history${before ? `?before=${before}` : ''}`);
      before = history.parse(JSON.parse(page)).next;
    }
  },
};

export const compareVersions: Act = {
  what: `what changed since each of ${COMPARED} versions in a full log`,
  async run(_site, owner) {
    const { changes } = history.parse(await owner.ask('GET', '/api/history'));
    const version = changes[0]?.version as number;
    for (let nth = 1; nth <= COMPARED; nth += 1) {
      await read(owner, `/api/public/menu/${owner.slug}/changes/${Math.round((nth * version) / (COMPARED + 1))}`);
    }
  },
};

export const exportAll: Act = {
  what: 'an export of all of it, and its download',
  async run(_site, owner) {
    await owner.ask('POST', '/api/account/export');
    for (let isMade = false; !isMade; ) {
      await wait(LOOK_MS);
      const { state, reason } = dataExport.parse(await owner.ask('GET', '/api/account/export/progress'));
      if (state === 'failed') throw new Error(reason);
      isMade = state === 'done';
    }
    await (await owner.send('GET', '/api/account/export/file')).arrayBuffer();
  },
};

const figures: Act = {
  what: 'figures of 400 days, and their CSV',
  async run(_site, owner) {
    const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (const path of ['/api/analytics', '/api/analytics/export.csv']) {
      await read(owner, `${path}?from=${dayOf(399)}&to=${dayOf(0)}`);
    }
  },
};

export const importDishes: Act = {
  what: `an import of ${whole(QUOTAS.items.most)} dishes with translations, and its undoing`,
  async run(site) {
    const owner = await signUpOwner(site);
    await owner.ask('DELETE', `/api/menu-items/${owner.itemId}`);
    const texts = Object.fromEntries(OTHER_LANGUAGES.map((lang) => [lang, { name: `Gericht ${lang}`.repeat(4) }]));
    const items = Array.from({ length: QUOTAS.items.most }, (_, nth) => ({
      name: `Dish ${nth}`,
      description: 'With lemon. '.repeat(20),
      price: nth + 0.5,
      texts,
    }));
    await owner.ask('POST', '/api/menu-drafts', { sections: [{ category: { name: 'All' }, items }] });
    const { changes } = history.parse(await owner.ask('GET', '/api/history'));
    await owner.ask('POST', `/api/history/${changes[0]?.id}/put-back`);
  },
};

const printSheets: Act = {
  what: `print sheets of ${RUN_MAX} codes`,
  async run(_site, owner) {
    const all = codeList
      .parse(await owner.ask('GET', '/api/qr-codes'))
      .codes.filter(({ retiredAt }) => retiredAt === null);
    const codeIds = all.slice(0, RUN_MAX).map(({ id }) => id);
    for (const format of ['pdf', 'zip']) {
      const { id } = sheetMade.parse(await owner.ask('POST', '/api/qr-codes/sheets', { codeIds, layout: '1', format }));
      for (let isMade = false; !isMade; ) {
        await wait(LOOK_MS);
        const { state, reason } = sheet.parse(await owner.ask('GET', `/api/qr-codes/sheets/${id}`));
        if (state === 'failed') throw new Error(reason);
        isMade = state === 'done';
      }
      await (await owner.send('GET', `/api/qr-codes/sheets/${id}/file`)).arrayBuffer();
    }
  },
};

/** The forms of a picture that cost most to decode. */
const FORMS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  JPEG: (image) => image.jpeg(),
  'progressive JPEG': (image) => image.jpeg({ progressive: true }),
  'interlaced PNG with 16 bits': (image) =>
    image.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  WebP: (image) => image.webp({ effort: 0 }),
  AVIF: (image) => image.avif({ effort: 0 }),
};

/** Sends a picture of so many pixels; returns whether it was taken. */
async function send(owner: Owner, pixels: number, form: (image: Sharp) => Sharp): Promise<boolean> {
  const width = Math.floor(Math.sqrt((pixels * 4) / 3));
  const create = { width, height: Math.floor(pixels / width), channels: 3, background: '#a80' } as const;
  const bytes = (await form(sharp({ create })).toBuffer()) as Buffer<ArrayBuffer>;
  const answer = await owner.send('POST', '/api/media', bytes);
  if (!answer.ok)
    return answer.status !== 413 && answer.status !== 422 ? Promise.reject(new Error(await answer.text())) : false;
  const { id } = upload.parse(await answer.json());
  for (;;) {
    const { state } = upload.parse(await owner.ask('GET', `/api/media/${id}`));
    if (state !== 'reading') return state === 'ready';
    await wait(LOOK_MS);
  }
}

/** The largest picture of each form, down from the most pixels that any may have; the larger ones are refused. */
const pictures: readonly Act[] = Object.entries(FORMS).map(([name, form]) => ({
  what: `the largest ${name}`,
  async run(site) {
    const owner = await signUpOwner(site);
    let pixels = Math.max(...Object.values(UPLOAD_KINDS).map(({ maxPixels }) => maxPixels));
    while (!(await send(owner, pixels, form))) pixels = Math.floor(pixels * 0.8);
    console.log(`  ${name}: ${(pixels / 1e6).toFixed(0)} megapixels`);
  },
}));

/** All that fills memory at a limit. */
export const ACTS: readonly Act[] = [
  readMenus,
  editLists,
  readHistory,
  compareVersions,
  exportAll,
  figures,
  importDishes,
  printSheets,
  ...pictures,
];
