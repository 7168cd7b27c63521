import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a page names in backticks and in links: tests (`file › title`), paths of this repository, sections. */
const TEST = /`([\w./-]+\.test\.tsx?) › ([^`]+)`/g;
const PATH = /`((?:\.github|docs|gateway|infra|packages|services|web)(?:\/[\w.-]+)*\/?)`/g;
const SECTION = /\]\((?:([\w./-]+\.md))?#([\w-]+)\)/g;

/** How a heading is addressed in a link: `## Who may do what` is `#who-may-do-what`. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** Every test, path and section that `markdown`, the page `docs/{page}`, names and that is not there, from the repository at `root`. */
export function missingFrom(markdown: string, page: string, root: string): string[] {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
  const missing: string[] = [];
  for (const [, file = '', title = ''] of markdown.matchAll(TEST)) {
    if (!existsSync(join(root, file))) missing.push(`no file ${file}`);
    else if (!hasTitle(textOf(file), title)) missing.push(`no test in ${file}: ${title}`);
  }
  for (const [, path = ''] of markdown.matchAll(PATH)) {
    if (!existsSync(join(root, path))) missing.push(`no file ${path}`);
  }
  for (const [, other, anchor = ''] of markdown.matchAll(SECTION)) {
    const headings = textOf(`docs/${other ?? page}`).matchAll(/^#+ (.+)$/gm);
    if (![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)) missing.push(`no section #${anchor}`);
  }
  return missing;
}

/** Whether `title` stands in `source` as a whole string, but for the ids of the specification that it may end with. */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const written = title.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
    return source.includes(quote + written + quote) || source.includes(`${quote}${written} [S`);
  });
}
