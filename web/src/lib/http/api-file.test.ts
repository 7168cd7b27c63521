import { expect, it } from 'vitest';
import { fileNameOf } from './api-file.ts';

it.each([
  ['attachment; filename="table-4-qr-1024.png"', 'table-4-qr-1024.png'],
  ['attachment; filename=codes.zip', 'codes.zip'],
  [`attachment; filename="tisch.pdf"; filename*=UTF-8''T%C3%BCr%201.pdf`, 'Tür 1.pdf'],
  [`attachment; filename="door.pdf"; filename*=UTF-8''%E0%A4%A`, 'door.pdf'],
  ['attachment', undefined],
  [null, undefined],
])('the file name that %s says', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});
