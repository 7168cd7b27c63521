import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { lowerPriority } from '@tavola/service-kit/runtime/lower-priority.ts';
import { inLanguage, inPhase, type MasterMenu } from '../menu/master-menu.ts';
import { escaped } from '../menu/menu-json.ts';
import type { Phase, RenderForm } from '../menu/representations.ts';
import { menuHtml, type PageWords, type RenderMenu } from './menu-html.ts';
import type { OperatorPages } from './operator-links.ts';

// A thread that makes menus in one language, and their pages: 50 ms for a hundred items, which must not hold up other answers.

/** What a thread needs to render pages. */
export interface PageSettings {
  /** The site's public address. */
  origin: string;
  /** The diners' page shell from the web build. */
  shellFile: string;
  /** The module from the same build that exports `renderMenu`. */
  renderFile: string;
  operator: OperatorPages;
}

/** What to make of a menu. */
export interface RenderRequest {
  form: RenderForm;
  version: string;
  /** The menu's JSON, compressed. */
  gzip: Uint8Array;
  /** The language to make it in, where the restaurant has several. */
  lang: string | undefined;
  /** The time to make it for, where the menu changes by itself. */
  phase: Phase | undefined;
}

/** A body. If the menu could not be rendered, which the page's script then does, `failure` says why. */
export interface RenderAnswer {
  body: Uint8Array<ArrayBuffer>;
  failure: string | undefined;
}

/** How much later than other threads it gets a processor, on the scale of `nice`. */
const NICE = 5;

const { origin, shellFile, renderFile, operator } = workerData as PageSettings;
const shell = readFileSync(shellFile, 'utf8');
const { renderMenu, wordsFor } = createRequire(import.meta.url)(renderFile) as {
  renderMenu: RenderMenu;
  /** The page's words in a language; undefined where the page's script has them. */
  wordsFor?: (tag: string) => PageWords | undefined;
};

lowerPriority(NICE);

/** The menu as guests get it, parsed and as JSON. */
function menuIn({ gzip, lang, phase }: RenderRequest): { menu: PublicMenu; json: string } {
  const json = gunzipSync(gzip).toString();
  const master = JSON.parse(json) as MasterMenu;
  if (lang === undefined && phase === undefined) return { menu: master, json };
  const inOne = lang === undefined ? master : inLanguage(master, lang);
  const menu = phase ? inPhase(inOne, phase) : inOne;
  return { menu, json: escaped(JSON.stringify(menu)) };
}

parentPort?.on('message', (request: RenderRequest) => {
  let failure: string | undefined;
  const render: RenderMenu = (menu, slug) => {
    try {
      return renderMenu(menu, slug);
    } catch (error) {
      failure = `${slug}: ${(error as Error).stack}`;
      return undefined;
    }
  };
  const { menu, json } = menuIn(request);
  const words = menu.language && wordsFor?.(menu.language.tag);
  const body =
    request.form === 'data'
      ? json
      : menuHtml(
          shell,
          origin,
          { version: request.version, menu, json, words },
          request.form === 'page' ? render : null,
          operator,
        );
  const bytes = new TextEncoder().encode(body);
  parentPort?.postMessage({ body: bytes, failure } satisfies RenderAnswer, [bytes.buffer]);
});

parentPort?.postMessage('ready');
