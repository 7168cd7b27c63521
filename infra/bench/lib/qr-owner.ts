import { codeRun, sheet, sheetMade } from '@tavola/contracts/qr.ts';

/** Images that are requested concurrently. */
const AT_ONCE = 8;

/** Number of retries for something that is not ready; a busy worker may delay an owner. */
const TRIES = 20;

/** An owner's operations on codes, sent directly to qr. */
export function qrOwner(url: string, token: string) {
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${url}/api/qr-codes${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.ok) return answer;
      const said = await answer.text();
      if (answer.status !== 503 || tries === TRIES) throw new Error(`${method} ${path}: ${answer.status} ${said}`);
    }
  };
  return {
    async style(change: object): Promise<void> {
      await (await ask('PUT', '/style', change)).arrayBuffer();
    },

    /** Creates numbered codes and returns their ids. */
    async run(prefix: string, count: number): Promise<string[]> {
      const answer = await ask('POST', '/run', { prefix, from: 1, to: count });
      return codeRun.parse(await answer.json()).codes.map((code) => code.id);
    },

    /** Requests a PNG of each code. */
    async images(ids: readonly string[], size: number): Promise<void> {
      const waiting = [...ids];
      const one = async () => {
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          await (await ask('GET', `/${id}/image?size=${size}`)).arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },

    /** Creates a sheet and, once its file is ready, returns the file's size. */
    async sheet(input: object): Promise<number> {
      const { id } = sheetMade.parse(await (await ask('POST', '/sheets', input)).json());
      for (;;) {
        const { state, reason } = sheet.parse(await (await ask('GET', `/sheets/${id}`)).json());
        if (state === 'done') break;
        if (state === 'failed') throw new Error(`The sheet failed: ${reason}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return (await (await ask('GET', `/sheets/${id}/file`)).arrayBuffer()).byteLength;
    },
  };
}
