import { readFile } from 'node:fs/promises';
import { bytesOf, claimingPng, colorful, jpegInScans, pngOfTexts } from '../../../services/media/test/samples.ts';
import { keepAsking } from '../lib/asking.ts';
import { signUpOwner } from '../lib/neighbour-owner.ts';
import { scenario as pictures } from './pictures.ts';
import type { Scenario } from './scenario.ts';

const PER_SECOND = 2;

/** What takes the most to decode: as much as is allowed, and more. */
async function bombs(): Promise<Buffer<ArrayBuffer>[]> {
  const files = [
    readFile(new URL('../../../services/media/test/fifty-megapixels.avif', import.meta.url)),
    bytesOf(colorful(4_032, 3_024, 4).avif({ effort: 0, chromaSubsampling: '4:4:4' })),
    claimingPng(8_164, 6_124, true),
    pngOfTexts(),
    jpegInScans(8_164, 6_124),
    jpegInScans(5_770, 4_332),
  ];
  return Promise.all(files.map(async (file) => Buffer.from(await file)));
}

/** A logo of codes whose rows have 300,000 pixels. */
async function longLogo(): Promise<string> {
  const file = Buffer.from(await bytesOf(colorful(300_000, 10, 3).png({ palette: true, colours: 2 })));
  return `data:image/png;base64,${file.toString('base64')}`;
}

export const scenario: Scenario = {
  ...pictures,
  title: `${PER_SECOND} uploads a second that take the most memory to decode, and a logo like them, from one owner; others read menus and pictures, change dishes and upload, too`,
  async abuse(site, signal) {
    const [owner, files, logo] = await Promise.all([signUpOwner(site), bombs(), longLogo()]);
    await keepAsking(PER_SECOND, signal, async (count) => {
      const answers = await Promise.all([
        owner.send('POST', '/api/media', files[count % files.length]),
        owner.send('PUT', '/api/qr-codes/style', { logo }),
      ]);
      await Promise.all(answers.map((answer) => answer.text()));
    });
  },
};
