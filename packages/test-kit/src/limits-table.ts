import { readFileSync } from 'node:fs';

/** The rows of the table after the comment `<!-- name -->` in docs/limits.md. */
export function limitsTable(name: string): string[] {
  const text = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const [, table = ''] = text.slice(text.indexOf(`<!-- ${name} -->`)).split('\n\n');
  return table.split('\n').slice(2);
}
