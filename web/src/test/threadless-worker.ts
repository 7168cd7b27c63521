import type { DecodeOptions } from '../features/import/files/decode-text.ts';
import { readTable } from '../features/import/table/read-table.ts';

/** Reads tables in the page's own thread, which jsdom has alone; in place of `Worker`. */
export class ThreadlessWorker extends EventTarget {
  async postMessage({ bytes, name, options }: { bytes: Uint8Array; name: string; options?: DecodeOptions }) {
    const data = await readTable(bytes, name, options).then(
      (read) => ({ read }),
      (error: Error) => ({ error: error.message }),
    );
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate() {}
}
