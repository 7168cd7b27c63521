import { describe, expect, it } from 'vitest';
import { imageFileName, imageFileNames } from './file-names.ts';

const PNG = { format: 'png', size: 1024 } as const;

describe('the name of a file', () => {
  it.each([
    ['  Window / Bar ', 'window-bar-qr-1024.png'],
    ['Τραπέζι 4', 'τραπέζι-4-qr-1024.png'],
    ['../../etc', 'etc-qr-1024.png'],
    ['"', 'code-qr-1024.png'],
  ])('describes %s', (name, fileName) => {
    expect(imageFileName(name, PNG)).toBe(fileName);
  });

  it('is unique in a folder', () => {
    expect(imageFileNames(['Bar', 'bar!', 'Bar 2'], PNG)).toEqual([
      'bar-qr-1024.png',
      'bar-2-qr-1024.png',
      'bar-2-2-qr-1024.png',
    ]);
  });
});
