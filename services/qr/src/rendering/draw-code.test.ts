import { describe, expect, it } from 'vitest';
import { expectedModules, readDrawing } from '../../test/read-png.ts';
import { CODE_PIXELS, drawCode } from './draw-code.ts';
import { renderingHash } from './rendering-store.ts';

describe('a drawn code', () => {
  it.each([
    'https://tavola.example/q/23456789',
    'http://localhost:8080/q/abcdefgh',
    `https://${'a-long-host.'.repeat(12)}example/q/23456789`,
    'Größe 日本語',
  ])('shows, in black on white and with four light modules around it, what it says: %s', async (text) => {
    const expected = expectedModules(text);
    const drawing = await readDrawing(await drawCode(text), expected.length);
    expect(drawing).toMatchObject({ format: 'png', width: CODE_PIXELS, height: CODE_PIXELS, shades: [0, 255] });
    expect(drawing.modules).toEqual(expected);
    for (const side of drawing.quietZone) {
      expect(side).toBeGreaterThanOrEqual(3.9);
      expect(side).toBeLessThanOrEqual(4.1);
    }
  });

  it('is the same bytes for the same text, and others for another', async () => {
    expect(await drawCode('one')).toEqual(await drawCode('one'));
    expect(await drawCode('one')).not.toEqual(await drawCode('two'));
  });

  it('is small: an owner loads it over a phone', async () => {
    expect((await drawCode('https://tavola.example/q/23456789')).length).toBeLessThan(10_000);
  });

  it('refuses what does not fit into any code', async () => {
    await expect(drawCode('x'.repeat(10_000))).rejects.toThrow();
  });
});

describe('the hash an image is kept under', () => {
  it('differs by text', () => {
    expect(renderingHash('one')).toMatch(/^[0-9a-f]{64}$/);
    expect(renderingHash('one')).not.toBe(renderingHash('two'));
  });
});
