import { vi } from 'vitest';
import type { ScannedLine } from '../features/import/photo/scanned-page.ts';

interface Asked {
  workerId: string;
  jobId: string;
  action: string;
  payload: { langs?: string | string[] };
}

/** A line of a picture 1,000 pixels wide: its words with how sure the reader is of each, the last one far right. */
export function aScannedLine(y: number, words: readonly (readonly [text: string, confidence: number])[]): ScannedLine {
  let x = 100;
  const placed = words.map(([text, confidence], index) => {
    const x0 = index === words.length - 1 && index > 0 ? 800 : x;
    const x1 = x0 + text.length * 15;
    x = x1 + 10;
    return { text, confidence, bbox: { x0, y0: y - 30, x1, y1: y } };
  });
  return { words: placed, baseline: { x0: 100, y0: y, x1: 900, y1: y }, rowAttributes: { rowHeight: 36 } };
}

/**
 * Stands in for the photo reader's worker and for the pictures that jsdom can't read. `pages` are what is on the photos, one
 * after the other; a page that is `undefined` is never read.
 */
export function fakePhotoReader(pages: readonly (readonly ScannedLine[] | undefined)[]) {
  const seen = { languages: [] as string[], workers: [] as string[], ended: 0 };
  const left = [...pages];
  class FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | undefined;

    constructor(url: string | URL) {
      seen.workers.push(String(url));
    }

    postMessage({ workerId, jobId, action, payload }: Asked): void {
      if (action === 'loadLanguage') seen.languages = [payload.langs ?? []].flat();
      const lines = action === 'recognize' ? left.shift() : [];
      if (!lines) return;
      const data = action === 'recognize' ? { blocks: [{ paragraphs: [{ lines }] }] } : {};
      setTimeout(() => this.onmessage?.({ data: { workerId, jobId, action, status: 'resolve', data } }));
    }

    terminate(): void {
      seen.ended++;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1_000, height: 1_400, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
    fillRect: () => {},
    putImageData: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(16) }),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type = '') =>
    give(new Blob(['smaller'], { type })),
  );
  return seen;
}
