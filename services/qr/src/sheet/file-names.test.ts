import { describe, expect, it } from 'vitest';
import { imageFileName, imageFileNames, sheetFileName } from './file-names.ts';

const PNG = { format: 'png', size: 1024 } as const;

describe('the name of a file', () => {
  it.each([
    ['Table 4', 'table-4-qr-1024.png'],
    ['  Window / Bar ', 'window-bar-qr-1024.png'],
    ['Τραπέζι 4', 'τραπέζι-4-qr-1024.png'],
    ['../../etc', 'etc-qr-1024.png'],
    ['"', 'code-qr-1024.png'],
  ])('describes %s', (name, fileName) => {
    expect(imageFileName(name, PNG)).toBe(fileName);
  });

  it('of an SVG has no size', () => {
    expect(imageFileName('Table 4', { format: 'svg', size: 512 })).toBe('table-4-qr.svg');
  });

  it('of a sheet names its first and last code and its paper', () => {
    const names = ['Table 1', 'Table 2', 'Table 40'];
    expect(sheetFileName(names, { format: 'pdf', paper: 'A4', layout: '4' })).toBe(
      'table-1-to-table-40-qr-codes-a4-4-per-page.pdf',
    );
    expect(sheetFileName(['Bar'], { format: 'pdf', paper: 'Letter', layout: 'tent' })).toBe(
      'bar-qr-code-letter-table-tents.pdf',
    );
    expect(sheetFileName(names, { format: 'zip', paper: 'A4', layout: '4' })).toBe('table-1-to-table-40-qr-codes.zip');
  });

  it('is unique in a folder', () => {
    expect(imageFileNames(['Bar', 'bar!', 'Bar 2'], PNG)).toEqual([
      'bar-qr-1024.png',
      'bar-2-qr-1024.png',
      'bar-2-2-qr-1024.png',
    ]);
  });
});
