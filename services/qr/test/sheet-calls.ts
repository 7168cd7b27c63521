import { codeRun, type Sheet, type SheetInput, sheet, sheetMade } from '@tavola/contracts/qr.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expect, vi } from 'vitest';
import type { Owner, Qr } from './setup.ts';

/** The requests an owner makes for sheets. */
export function sheetsOf({ call, url }: Qr) {
  const progress = ({ token }: Owner, id: string): Promise<Answer> =>
    call('GET', `/api/qr-codes/sheets/${id}`, { token });
  return {
    /** Creates a run 'Table 1' to 'Table {count}' and returns its ids. */
    async codesOf({ token }: Owner, count: number): Promise<string[]> {
      const { body } = await call('POST', '/api/qr-codes/run', {
        token,
        body: { prefix: 'Table', from: 1, to: count },
      });
      return codeRun.parse(body).codes.map((code) => code.id);
    },

    async make({ token }: Owner, body: Partial<SheetInput>): Promise<string> {
      let made: Answer | undefined;
      // On a busy machine a Redis command can exceed its timeout.
      await vi.waitFor(
        async () => {
          made = await call('POST', '/api/qr-codes/sheets', { token, body });
          expect(made.status).toBe(202);
        },
        { timeout: 30_000 },
      );
      return sheetMade.parse(made?.body).id;
    },

    progress,

    /** Polls the progress, as the screen does, until the sheet is done or has failed. */
    async finished(owner: Owner, id: string, timeout = 60_000): Promise<Sheet> {
      let last: Sheet | undefined;
      // Tests that run side by side have no `expect.poll`.
      await vi.waitFor(
        async () => {
          last = sheet.parse((await progress(owner, id)).body);
          expect(last.state).toMatch(/^(done|failed)$/);
        },
        { timeout, interval: 50 },
      );
      return last as Sheet;
    },

    async file({ token }: Owner, id: string) {
      const answer = await agreedFetch(`${url}/api/qr-codes/sheets/${id}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return {
        type: answer.headers.get('content-type'),
        disposition: answer.headers.get('content-disposition'),
        file: Buffer.from(await answer.arrayBuffer()),
      };
    },
  };
}
