import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Paths from the repository root in backticks. */
const PATH = /`((?:\.github|docs|gateway|infra|packages|services|web)(?:\/[\w.-]+)*\/?)`/g;
/** In the README of a service or of another part: paths from its own folder. */
const OWN_PATH = /`((?:fonts|prisma|src|test)(?:\/[\w.-]+)*\/?)`/g;
/** Links to files and sections. */
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
  const folder = dirname(page);
  const isOwnReadme = basename(page) === 'README.md' && folder !== '.';
  for (const [, path = ''] of isOwnReadme ? markdown.matchAll(OWN_PATH) : []) {
    if (!existsSync(join(root, folder, path))) missing.push(`no file ${join(folder, path)}`);
  }
  for (const [, path, anchor] of markdown.matchAll(LINK)) {
    const target = path ? join(root, folder, path) : join(root, page);
    if (!existsSync(target)) missing.push(`no file ${path}`);
    else if (anchor && !hasSection(readFileSync(target, 'utf8'), anchor)) missing.push(`no section #${anchor}`);
  }
  return missing;
}

const hasSection = (markdown: string, anchor: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
