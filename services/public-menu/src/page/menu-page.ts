import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { MENU_FORMAT } from '../menu/menu-format.ts';
import type { MenuPage } from '../menu/representations.ts';
import { missingHtml } from './menu-html.ts';
import { pageRenderer } from './page-renderer.ts';
import type { PageSettings } from './page-worker.ts';

/**
 * The diners' page, made in threads from the web build's files in `settings`.
 * @throws Error if the shell lacks the placeholders.
 */
export function menuPage(settings: PageSettings, log: Logger): MenuPage & { close(): Promise<void> } {
  const shell = readFileSync(settings.shellFile, 'utf8');
  return {
    tag: createHash('sha256').update(shell).update(settings.origin).update(MENU_FORMAT).digest('hex').slice(0, 8),
    missing: missingHtml(shell),
    ...pageRenderer(settings, log),
  };
}
