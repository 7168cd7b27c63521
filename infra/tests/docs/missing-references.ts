import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of this repository in backticks, and sections in links. */
const PATH = /`((?:\.github|docs|gateway|infra|packages|services|web)(?:\/[\w.-]+)*\/?)`/g;
const SECTION = /\]\((?:([\w./-]+\.md))?#([\w-]+)\)/g;

/** How a heading is addressed in a link: `## Who may do what` is `#who-may-do-what`. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** Every path and section that `markdown`, the page `docs/{page}`, refers to and that does not exist; `root` is the repository's folder. */
export function missingReferences(markdown: string, page: string, root: string): string[] {
  const missing: string[] = [];
  for (const [, path = ''] of markdown.matchAll(PATH)) {
    if (!existsSync(join(root, path))) missing.push(`no file ${path}`);
  }
  for (const [, other, anchor = ''] of markdown.matchAll(SECTION)) {
    const headings = readFileSync(join(root, `docs/${other ?? page}`), 'utf8').matchAll(/^#+ (.+)$/gm);
    if (![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)) missing.push(`no section #${anchor}`);
  }
  return missing;
}
