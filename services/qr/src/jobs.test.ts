import { expect, it } from 'vitest';
import { DRAWING_VERSION } from './drawing/draw-image.ts';
import { drawJob, requireDrawing, SHEET_DRAWING_VERSION, sheetJob, styleJob } from './jobs.ts';

const look = { foreground: '#000000', background: '#ffffff', caption: null, logoHash: null };
const colors = { foreground: '#000000', background: '#ffffff' };

it('a job of an older or newer release is read', () => {
  const image = { text: 'x', look: { ...colors, frame: 'round' }, format: 'png', size: 512 };
  expect(drawJob.parse({ hash: 'h', tenantId: 't', image, priority: 1 })).toEqual({
    hash: 'h',
    tenantId: 't',
    image: { ...image, look },
    drawing: 0,
  });
  expect(sheetJob.parse({ sheetId: 's', tenantId: 't' })).toEqual({ sheetId: 's', tenantId: 't', drawing: 0 });
  expect(styleJob.parse({ text: 'x', ...colors })).toEqual({
    tenantId: null,
    text: 'x',
    ...colors,
    caption: null,
    logo: null,
  });
});

it('a job that needs a newer release’s drawing is left to that', () => {
  for (const version of [DRAWING_VERSION, SHEET_DRAWING_VERSION]) {
    for (const drawing of [0, version]) requireDrawing({ drawing }, version);
    expect(() => requireDrawing({ drawing: version + 1 }, version)).toThrow('newer release');
  }
  // Workers of version 5 print an English caption under each menu, and don't list what they print.
  expect(SHEET_DRAWING_VERSION).toBeGreaterThan(5);
});
