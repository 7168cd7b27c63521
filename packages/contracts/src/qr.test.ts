import { describe, expect, it } from 'vitest';
import { imageQuery, LOGO_MAX_BYTES, runInput, sheetInput, styleInput } from './qr.ts';

/** The fields that `schema` rejects in `value`, and the first message. */
function faults(
  schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined } },
  value: unknown,
) {
  return (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

describe('a run', () => {
  it('has at most 200 codes, counted upwards', () => {
    expect(faults(runInput, { prefix: 'Table', from: 1, to: 200 })).toEqual([]);
    expect(faults(runInput, { prefix: 'Table', from: 0, to: 0 })).toEqual([]);
    expect(faults(runInput, { prefix: 'Table', from: 1, to: 201 })).toEqual([
      ['to', 'A set can have at most 200 codes.'],
    ]);
    expect(faults(runInput, { prefix: 'Table', from: 2, to: 1 })).toEqual([
      ['to', "The last number can't be below the first."],
    ]);
  });

  it.each([
    [{ prefix: ' ', from: 1, to: 2 }, 'prefix', 'Prefix is required.'],
    [{ prefix: 'Table', from: 1.5, to: 2 }, 'from', 'The first number must be a whole number.'],
    [{ prefix: 'Table', from: -1, to: 2 }, 'from', "The first number can't be negative."],
    [{ prefix: 'Table', from: 1, to: 10_000 }, 'to', 'The last number can be at most 9999.'],
  ])('names what is wrong with %o', (value, field, message) => {
    expect(faults(runInput, value)).toContainEqual([field, message]);
  });
});

describe('a style', () => {
  const logoOf = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;

  it('may have any of its fields', () => {
    expect(styleInput.parse({})).toEqual({});
    expect(styleInput.parse({ foreground: ' #00AAbb ', caption: ' ', logo: null })).toEqual({
      foreground: '#00aabb',
      caption: null,
      logo: null,
    });
  });

  it('has a logo of at most 200 KB', () => {
    expect(faults(styleInput, { logo: logoOf(LOGO_MAX_BYTES) })).toEqual([]);
    expect(faults(styleInput, { logo: logoOf(LOGO_MAX_BYTES + 3) })).toEqual([
      ['logo', 'The logo can be at most 200 KB.'],
    ]);
  });

  it.each([
    [{ foreground: 'red' }, 'foreground', 'Code color must look like #059669.'],
    [{ background: 7 }, 'background', 'Background color must be text.'],
    [{ logo: 'https://example.org/logo.png' }, 'logo', 'The logo must be a PNG or JPEG image.'],
    [{ logo: 'data:image/svg+xml;base64,AAAA' }, 'logo', 'The logo must be a PNG or JPEG image.'],
    [{ logo: 'data:image/png;base64,' }, 'logo', "The logo's data URL could not be read."],
    [{ logo: 'data:image/png;base64,a b' }, 'logo', "The logo's data URL could not be read."],
    [{ caption: 'x'.repeat(41) }, 'caption', 'Caption can be at most 40 characters long.'],
  ])('names what is wrong with %o', (value, field, message) => {
    expect(faults(styleInput, value)).toEqual([[field, message]]);
  });
});

describe('the query of an image or sheet', () => {
  it('asks for a PNG of 1024 pixels by default', () => {
    expect(imageQuery.parse({})).toEqual({ format: 'png', size: 1024 });
    expect(faults(imageQuery, { format: 'gif', size: '513' })).toEqual([
      ['format', 'The format must be png or svg.'],
      ['size', 'The size must be 512, 1024 or 2048.'],
    ]);
  });

  it('names each code of a sheet once', () => {
    expect(sheetInput.parse({ codeIds: ['a', 'b'] })).toEqual({
      codeIds: ['a', 'b'],
      paper: 'A4',
      layout: '4',
      wifi: false,
      format: 'pdf',
    });
    expect(faults(sheetInput, { codeIds: [] })).toEqual([['codeIds', 'Choose at least one code.']]);
    expect(faults(sheetInput, { codeIds: ['a', 'a'], paper: 'A3', layout: '2', format: 'doc' })).toEqual([
      ['codeIds', 'A code can be on a sheet only once.'],
      ['paper', 'The paper must be A4 or Letter.'],
      ['layout', 'The layout must be 1, 4, 12 or tent.'],
      ['format', 'The format must be pdf or zip.'],
    ]);
  });
});
