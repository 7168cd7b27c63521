import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { codeRun, RUN_MAX, sheet, sheetMade } from '@tavola/contracts/qr.ts';
import { keepAsking } from '../lib/asking.ts';
import { type Owner, signUpOwner } from '../lib/neighbour-owner.ts';
import type { Scenario } from './scenario.ts';

const STYLES_PER_SECOND = 12;
const SHEETS_PER_SECOND = 6;
const SHEET_LOOK_MS = 50;
/** Codes on a neighbour's sheet. */
const FEW = 4;
/** So many that none has two requests open at once. */
const NEIGHBOURS = 6;

async function addCodes({ ask }: Owner): Promise<string[]> {
  const run = codeRun.parse(await ask('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to: RUN_MAX }));
  return run.codes.map(({ id }) => id);
}

async function makeSheet({ ask }: Owner, codeIds: readonly string[]): Promise<void> {
  const { id } = sheetMade.parse(await ask('POST', '/api/qr-codes/sheets', { codeIds }));
  for (;;) {
    const { state, reason } = sheet.parse(await ask('GET', `/api/qr-codes/sheets/${id}`));
    if (state === 'done') return;
    if (state === 'failed') throw new Error(reason);
    await wait(SHEET_LOOK_MS);
  }
}

export const scenario: Scenario = {
  title: `${STYLES_PER_SECOND} style changes and ${SHEETS_PER_SECOND} sheets of ${RUN_MAX} codes a second by one owner; others ask for pictures and sheets of ${FEW}`,
  rate: 2,
  async neighbours(site) {
    const owners: { owner: Owner; codeIds: string[] }[] = [];
    for (let made = 0; made < NEIGHBOURS; made += 1) {
      const owner = await signUpOwner(site);
      owners.push({ owner, codeIds: await addCodes(owner) });
    }
    let n = 0;
    return async () => {
      const nth = n;
      n += 1;
      const { owner, codeIds } = owners[nth % NEIGHBOURS] as (typeof owners)[number];
      // Each code is drawn once, so each request takes new ones.
      const [code = '', ...rest] = codeIds.splice(0, 1 + FEW);
      if (nth % 4 === 3) return makeSheet(owner, rest);
      const answer = await owner.send('GET', `/api/qr-codes/${code}/image?format=png&size=512`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a neighbour's picture gave ${answer.status}`);
    };
  },
  async abuse(site, signal) {
    const owner = await signUpOwner(site);
    const codeIds = await addCodes(owner);
    const color = () => `#${randomInt(0x40_00_00).toString(16).padStart(6, '0')}`;
    await Promise.all([
      keepAsking(STYLES_PER_SECOND, signal, () => owner.send('PUT', '/api/qr-codes/style', { foreground: color() })),
      keepAsking(SHEETS_PER_SECOND, signal, (count) => {
        const at = count % RUN_MAX;
        return owner.send('POST', '/api/qr-codes/sheets', { codeIds: [...codeIds.slice(at), ...codeIds.slice(0, at)] });
      }),
    ]);
  },
};
