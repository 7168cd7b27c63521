import { codeRun, sheet, sheetMade } from '@tavola/contracts/qr.ts';

/** How many images are asked for at once. */
const AT_ONCE = 8;

/** How often something that is not ready is asked for again: a worker at work may keep an owner waiting. */
const TRIES = 20;

/** What an owner does with codes, spoken to qr itself. */
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

    /** Makes a run of codes and gives their ids. */
    async run(prefix: string, count: number): Promise<string[]> {
      const answer = await ask('POST', '/run', { prefix, from: 1, to: count });
      return codeRun.parse(await answer.json()).codes.map((code) => code.id);
    },

    /** Asks for a PNG of each code. */
    async images(ids: readonly string[], size: number): Promise<void> {
      const waiting = [...ids];
      const one = async () => {
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          await (await ask('GET', `/${id}/image?size=${size}`)).arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },

    /** Has a sheet made, and gives the size of its file once it is there. */
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
