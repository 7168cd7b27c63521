import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths from the repository root in backticks, and links to files and sections. */
const PATH = /`((?:\.github|docs|gateway|infra|packages|services|web)(?:\/[\w.-]+)*\/?)`/g;
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g;

/** A heading's anchor: `## Who may do what` is `#who-may-do-what`. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/**
 * Every path, link and section that `markdown` refers to and that does not exist.
 * @param page The file's path relative to `root`, the repository's folder.
 */
export function missingReferences(markdown: string, page: string, root: string): string[] {
  const missing: string[] = [];
  for (const [, path = ''] of markdown.matchAll(PATH)) {
    if (!existsSync(join(root, path))) missing.push(`no file ${path}`);
  }
  for (const [, path, anchor] of markdown.matchAll(LINK)) {
    const target = path ? join(root, dirname(page), path) : join(root, page);
    if (!existsSync(target)) missing.push(`no file ${path}`);
    else if (anchor && !hasSection(readFileSync(target, 'utf8'), anchor)) missing.push(`no section #${anchor}`);
  }
  return missing;
}

const hasSection = (markdown: string, anchor: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
