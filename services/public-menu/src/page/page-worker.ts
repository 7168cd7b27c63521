import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { menuHtml, type RenderMenu } from './menu-html.ts';

// A thread that renders menus' pages: 50 ms for a hundred items, which must not hold up other answers.

/** What a thread needs to render pages. */
export interface PageSettings {
  /** The site's public address. */
  origin: string;
  /** The diners' page shell from the web build. */
  shellFile: string;
  /** The module from the same build that exports `renderMenu`. */
  renderFile: string;
}

/** A page to render. */
export interface RenderRequest {
  version: string;
  /** The menu's JSON, compressed. */
  gzip: Uint8Array;
}

/** A page's HTML. If its menu could not be rendered, which the page's script then does, `failure` says why. */
export interface RenderAnswer {
  html: Uint8Array<ArrayBuffer>;
  failure: string | undefined;
}

/** How much later than other threads it gets a processor, on the scale of `nice`. */
const NICE = 5;

const { origin, shellFile, renderFile } = workerData as PageSettings;
const shell = readFileSync(shellFile, 'utf8');
const { renderMenu } = createRequire(import.meta.url)(renderFile) as { renderMenu: RenderMenu };

// Elsewhere this would apply to the whole process.
if (process.platform === 'linux') setPriority(NICE);

parentPort?.on('message', ({ version, gzip }: RenderRequest) => {
  let failure: string | undefined;
  const html = menuHtml(shell, origin, { version, json: gunzipSync(gzip).toString() }, (menu, slug) => {
    try {
      return renderMenu(menu, slug);
    } catch (error) {
      failure = `${slug}: ${(error as Error).stack}`;
      return undefined;
    }
  });
  const bytes = new TextEncoder().encode(html);
  parentPort?.postMessage({ html: bytes, failure } satisfies RenderAnswer, [bytes.buffer]);
});
