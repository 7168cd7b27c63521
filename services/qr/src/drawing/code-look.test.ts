import { describe, expect, it } from 'vitest';
import { lookFault } from './code-look.ts';

const fault = (foreground: string, background: string, caption: string | null = null) =>
  lookFault({ foreground, background, caption });

describe('a look', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#0b5a3c', '#fff6e5'],
    ['#7a1f1f', '#ffd9a0'],
  ])('may be %s on %s', (foreground, background) => {
    expect(fault(foreground, background)).toBeNull();
  });

  it('has a caption in letters that a font has', () => {
    expect(fault('#000000', '#ffffff', 'Σκανάρετε · Відскануйте · Größe 1/2 – “Æ” €5 & ©')).toBeNull();
    expect(fault('#000000', '#ffffff', 'メニューはこちら · เมนู · मेनू · قائمة · תפריט · 扫码看菜单')).toBeNull();
    expect(fault('#000000', '#ffffff', 'Menu მენიუ 🍕')?.message).toBe(
      "The caption has characters that can't be printed: მ ე ნ ი უ 🍕",
    );
  });
});
