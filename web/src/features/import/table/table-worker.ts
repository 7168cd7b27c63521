import type { DecodeOptions } from '../files/decode-text.ts';
import { readTable } from './read-table.ts';
import { UnreadTable } from './table-of.ts';

interface Question {
  bytes: Uint8Array;
  name: string;
  options?: DecodeOptions;
}

// Reads a file beside the page, which stays responsive and can end it.

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  try {
    postMessage({ read: await readTable(data.bytes, data.name, data.options) });
  } catch (error) {
    postMessage({ error: error instanceof UnreadTable ? error.message : undefined });
  }
});
