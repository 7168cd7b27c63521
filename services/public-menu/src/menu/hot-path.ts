import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answerer } from './answer.ts';
import type { MenuReader } from './menu-reader.ts';

const DATA = '/api/public/menu/';
const PAGE = '/menu/';

/**
 * Answers requests for menus that are in memory, before Express sees them: that alone is several times what the answer
 * costs. Says whether it has answered. Writes no log line.
 */
export function hotPath({ reader, answers }: { reader: MenuReader; answers: Answerer }) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET') return false;
    const url = req.url ?? '';
    const form = url.startsWith(DATA) ? 'data' : url.startsWith(PAGE) ? 'page' : null;
    if (form === null) return false;
    const query = url.indexOf('?');
    const slug = url.slice(form === 'data' ? DATA.length : PAGE.length, query < 0 ? undefined : query);
    // Only what is a slug is found; a deeper path never is one.
    const menu = reader.find(slug);
    if (!menu?.gzip) return false;
    answers.send(req, res, form, menu, 'memory');
    return true;
  };
}
