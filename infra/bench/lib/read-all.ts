import { menuPath } from './bench.ts';
import { httpConnection, requestText, textOf } from './http-connection.ts';

/** Reads each of the menus once, with gzip, eight in parallel: all at once, one client would have too many pages waiting. */
export async function readAll(origin: string, slugs: readonly string[]): Promise<void> {
  const waiting = [...slugs];
  const clients = Array.from({ length: 8 }, async () => {
    const connection = httpConnection(origin);
    for (let slug = waiting.pop(); slug; slug = waiting.pop()) {
      const answer = await connection.ask(requestText('GET', origin + menuPath(slug), { 'Accept-Encoding': 'gzip' }));
      if (answer.status !== 200) throw new Error(`${menuPath(slug)} answered ${answer.status}: ${textOf(answer)}`);
    }
    connection.close();
  });
  await Promise.all(clients);
}
