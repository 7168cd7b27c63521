import { decodeHTML } from 'entities';

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<!--[\s\S]*?-->/gi;
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z0-9]*);/i;

/** A cell of another system without HTML: '<p>Fish &amp; chips</p>' → 'Fish & chips'. What has none stays letter by letter. */
export function textOfHtml(cell: string): string {
  const hasTags = cell.search(TAG) >= 0;
  if (!hasTags && !ENTITY.test(cell)) return cell;
  const text = decodeHTML(hasTags ? cell.replace(INLINE, '').replace(TAG, ' ') : cell);
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}

/** Tags within a word: "<b>C</b>rème". */
const INLINE = /<\/?(?:a|abbr|b|em|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi;
