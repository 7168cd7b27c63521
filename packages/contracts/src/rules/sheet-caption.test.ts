import { expect, it } from 'vitest';
import { sheetCaption } from './sheet-caption.ts';

it.each([
  ['it', 'Inquadra per vedere il menù'],
  ['pt-BR', 'Leia o código para ver o menu'],
  ['zh-CN', '扫码查看菜单'],
  ['zh-TW', 'Scan for our menu'],
  ['th', 'Scan for our menu'],
  ['', 'Scan for our menu'],
  [undefined, 'Scan for our menu'],
])('the caption of a menu in %j is in its language and script, or in English', (tag, caption) => {
  expect(sheetCaption(tag)).toBe(caption);
});
