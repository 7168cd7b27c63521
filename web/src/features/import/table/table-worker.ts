import { readTable } from './read-table.ts';
import { UnreadTable } from './table-of.ts';

// Reads a file beside the page, which stays responsive and can end it.

addEventListener('message', async ({ data }: MessageEvent<{ bytes: Uint8Array; name: string }>) => {
  try {
    postMessage({ read: await readTable(data.bytes, data.name) });
  } catch (error) {
    postMessage({ error: error instanceof UnreadTable ? error.message : undefined });
  }
});
