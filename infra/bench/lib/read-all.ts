import { menuPath } from './bench.ts';
import { httpConnection, requestText } from './http-connection.ts';

/** Reads each of the menus once, with gzip, eight at a time. */
export async function readAll(origin: string, slugs: readonly string[]): Promise<void> {
  const waiting = [...slugs];
  const clients = Array.from({ length: 8 }, async () => {
    const connection = httpConnection(origin);
    for (let slug = waiting.pop(); slug; slug = waiting.pop()) {
      const { status } = await connection.ask(
        requestText('GET', origin + menuPath(slug), { 'Accept-Encoding': 'gzip' }),
      );
      if (status !== 200) throw new Error(`${menuPath(slug)} answered ${status}.`);
    }
    connection.close();
  });
  await Promise.all(clients);
}
