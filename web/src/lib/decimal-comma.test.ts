import type { ClipboardEvent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { decimalComma } from './decimal-comma.ts';

/** What is typed into a number field for the pasted `text`; undefined where the browser pastes it itself. */
function pasted(text: string): unknown {
  const type = vi.fn();
  vi.stubGlobal('document', { execCommand: type });
  vi.stubGlobal('navigator', { language: 'en-US' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const event = { clipboardData: { getData: () => text }, preventDefault: vi.fn() };
  decimalComma().onPaste(event as unknown as ClipboardEvent<HTMLInputElement>);
  expect(event.preventDefault).toHaveBeenCalledTimes(type.mock.calls.length);
  return type.mock.calls[0]?.[2];
}

it.each([
  ['2,5', '2.5'],
  [' 2,50\n', '2.5'],
  ['1,000', '1000'],
  ['1,250.5', '1250.5'],
  ['1.250,5', '1250.5'],
  ['1,234,567', '1234567'],
  ['0,125', '0.125'],
  ['-2,5', '-2.5'],
  ['-2', undefined],
  ['1.5', undefined],
  ['1,2,3', undefined],
  ['two, or so', undefined],
])('a pasted %j is %j', (text, number) => {
  expect(pasted(text)).toBe(number);
});
