import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const app = fileURLToPath(new URL('.', import.meta.url));
const read = (file: string) => readFileSync(file, 'utf8');

/** Our own files that `file` imports statically, directly or indirectly, including itself. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of read(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)';/gms)) {
    filesOf(join(dirname(file), path), found);
  }
  return found;
}

describe("the diner's stylesheet", () => {
  it('looks for class names in all that the page is made of and in nothing else', () => {
    const sources = Array.from(read(join(app, 'menu.css')).matchAll(/^@source "([^"]+)";/gm), ([, path = '']) =>
      join(app, path),
    );
    expect(sources.filter((path) => !existsSync(path))).toEqual([]);

    const used = [...filesOf(join(app, 'menu-main.tsx'))].filter((file) =>
      /className|Class\b|ui\/cn\.ts|from '\.\/cn\.ts'/.test(read(file)),
    );
    const covers = (source: string, file: string) => file === source || file.startsWith(`${source}/`);
    const missing = used.filter((file) => !sources.some((source) => covers(source, file)));
    const idle = sources.filter((source) => !used.some((file) => covers(source, file)));
    const names = (paths: string[]) => paths.map((path) => relative(join(app, '..'), path));
    expect({ missing: names(missing), idle: names(idle) }).toEqual({ missing: [], idle: [] });
    expect(sources.filter((path) => statSync(path).isDirectory())).toHaveLength(1);
  });
});
