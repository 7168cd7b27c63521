import { codeStyle, LOGO_MAX_BYTES } from '@tavola/contracts/qr.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';
import { type Owner, startQr } from './setup.ts';

const qr = await startQr();
const { call, owner } = qr;
const worker = qr.startWorker();

const PATH = '/api/qr-codes/style';
const putOnce = ({ token }: Owner, body: object) => call('PUT', PATH, { token, body });
/** Retries on a busy machine, which may exceed the time limit of one request; a retry gets the result. */
async function until(act: () => ReturnType<typeof call>) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await act();
    if (answer.status !== 503 || attempt === 12) return answer;
  }
}
const put = (owner: Owner, body: object) => until(() => putOnce(owner, body));
const get = async ({ token }: Owner) => codeStyle.parse((await call('GET', PATH, { token })).body);
const DEFAULT = { foreground: '#000000', background: '#ffffff', logo: null, caption: null };

const dataUrl = (file: Buffer, type = 'png') => `data:image/${type};base64,${file.toString('base64')}`;
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#d94f2b' } })
    .toFormat(format)
    .toBuffer();

describe('PUT /api/qr-codes/style', () => {
  it('is refused with the current state if If-Match names another', { tags: 'full' }, async () => {
    const ada = owner();
    const tagOf = ({ headers }: Awaited<ReturnType<typeof call>>) => headers.get('etag') as string;
    const first = tagOf(await call('GET', PATH, { token: ada.token }));
    const tied = (etag: string, body: object) =>
      until(() => call('PUT', PATH, { token: ada.token, body, headers: { 'if-match': etag } }));
    const saved = await tied(first, { caption: 'Our menu' });
    expect(saved.status).toBe(200);
    const late = await tied(first, { foreground: '#0b5a3c' });
    expectProblem(late, 409);
    expect(late.body.current).toEqual({ ...DEFAULT, caption: 'Our menu' });
    expect(await get(ada)).toEqual(late.body.current);
    expect((await tied(tagOf(saved), { foreground: '#0b5a3c' })).status).toBe(200);
  });

  it('accepts one of several parallel changes with one tag, and refuses the others as stale', async () => {
    const ada = owner();
    const etag = (await call('GET', PATH, { token: ada.token })).headers.get('etag') as string;
    const colors = ['#0b5a3c', '#112233', '#331122'];
    const answers = await Promise.all(
      colors.map((foreground) =>
        until(() => call('PUT', PATH, { token: ada.token, body: { foreground }, headers: { 'if-match': etag } })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await get(ada)).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  it('changes the style of all codes of this restaurant only', async () => {
    const [ada, bea] = [owner(), owner()];
    const plain = await qr.code(ada);
    const style = {
      foreground: '#0B5A3C',
      background: '#fff6e5',
      caption: ' Scan for the menu ',
      logo: dataUrl(await picture('jpeg'), 'jpeg'),
    };
    const answer = await put(ada, style);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      foreground: '#0b5a3c',
      background: '#fff6e5',
      caption: 'Scan for the menu',
      logo: expect.stringMatching(/^data:image\/png;base64,/),
    });
    expect(await get(ada)).toEqual(answer.body);
    expect(await get(bea)).toEqual(DEFAULT);

    const { body } = await qr.code(ada);
    const png = Buffer.from(body.qrCode.split(',')[1], 'base64');
    const before = Buffer.from(plain.body.qrCode.split(',')[1], 'base64');
    expect(await readCode(png)).toBe(await readCode(before));
    expect([...(await sharp(png).extract({ left: 1, top: 1, width: 1, height: 1 }).raw().toBuffer())]).toEqual([
      255, 246, 229,
    ]);
  });

  it('keeps fields that are left out, and removes those that are null', async () => {
    const ada = owner();
    const { body: first } = await put(ada, { logo: dataUrl(await picture('png')), caption: 'Menu' });
    const { body: second } = await put(ada, { foreground: '#222222' });
    expect(second).toEqual({ ...first, foreground: '#222222' });
    // A style returned by GET may be sent again; its logo loses no quality.
    expect((await put(ada, second)).body).toEqual(second);
    expect((await put(ada, { logo: null, caption: '' })).body).toEqual({ ...DEFAULT, foreground: '#222222' });
  });

  it.each([
    [{ foreground: '#888888' }, 'foreground', 'The colors are too similar for phones to read the code.'],
    [
      { foreground: '#ffffff', background: '#000000' },
      'foreground',
      'The code must be darker than its background for phones to read it.',
    ],
    [{ caption: 'მენიუ' }, 'caption', "The caption has characters that can't be printed: მ ე ნ ი უ"],
    [{ logo: dataUrl(Buffer.from('<svg/>')) }, 'logo', "The logo file couldn't be read."],
    [{ logo: dataUrl(Buffer.alloc(2 * LOGO_MAX_BYTES)) }, 'logo', 'The logo can be at most 200 KB.'],
  ])('refuses styles that phones could not read, with the reason: case %#', async (style, field, message) => {
    const ada = owner();
    const answer = await put(ada, style);
    expectProblem(answer, 400, [field]);
    expect(answer.body.errors).toEqual([{ field, message }]);
    expect(await get(ada)).toEqual(DEFAULT);
  });

  it('refuses a logo with more pixels than may be decoded, and says how many it may have', async () => {
    const row = sharp({ create: { width: 300_000, height: 10, channels: 3, background: '#d94f2b' } });
    const answer = await put(owner(), { logo: dataUrl(await row.png().toBuffer()) });
    expectProblem(answer, 400, ['logo']);
    expect(answer.body.detail).toBe('The logo can be at most 4096 pixels wide and high.');
  });

  it('refuses a logo that a decoder mistakes for a part of the code', async () => {
    const ada = owner();
    // Fine stripes, in which a decoder finds the finder patterns of many codes.
    const stripes = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7) % 256));
    const logo = await sharp(stripes, { raw: { width: 300, height: 200, channels: 3 } })
      .png()
      .toBuffer();
    const answer = await put(ada, { logo: dataUrl(logo) });
    expectProblem(answer, 400, ['logo']);
    expect(answer.body.detail).toBe('The logo covers too much of the code for phones to read it.');
    expect(await get(ada)).toEqual(DEFAULT);
  });

  // Last: it stops the worker.
  it('answers 503 without a worker, and changes nothing', { tags: 'full' }, async () => {
    const ada = owner();
    await worker.close();
    expectProblem(await putOnce(ada, { caption: 'Menu' }), 503);
    expect(await get(ada)).toEqual(DEFAULT);
  });
});
