import { type Bench, type Finding, menuPath } from '../lib/bench.ts';
import { sleep } from '../lib/clock.ts';
import { startLoad } from '../lib/load-process.ts';
import { readAll } from '../lib/read-all.ts';
import { ms, table, whole } from '../lib/report.ts';
import { statementsOf } from '../lib/statements.ts';
import type { TurnReadsInput, TurnReadsResult } from '../load/turn-reads.ts';

const READS = 100_000;
const TURNS = 12;
const FIRST_TURN_MS = 4_000;

/** Menus that closed at the same minute. */
const NEIGHBOURS = 10_000;
const SAME_TURN_MS = 100_000;

/** Of as many menus, some are asked for anew at any time: a process on a busy machine stops trusting its memory for a moment. */
const USUAL_SHARE = 0.05;

/** Reads at the edge while what is sold out becomes available by itself; and many menus with the same turn. */
export async function turns(bench: Bench): Promise<Finding> {
  const [one] = (await bench.copies(1)) as [string];
  const items = await itemsOf(bench, [one], TURNS);
  const first = secondIn(FIRST_TURN_MS);
  const byItem = Object.fromEntries(items.map(({ id }, index) => [id, first + index * 1_000]));
  for (const [id, turn] of Object.entries(byItem)) await sellOut(bench, [Number(id)], turn);
  const input: TurnReadsInput = {
    url: bench.stack.origin + menuPath(one),
    codings: ['gzip', 'br', 'identity'],
    readers: 24,
    turns: byItem,
    reads: bench.isQuick ? READS / 10 : READS,
  };
  const found = await startLoad<TurnReadsResult>('turn-reads', input).result;
  if (found.readErrors.length > 0) throw new Error(`${found.readErrors.length} reads failed: ${found.readErrors[0]}`);

  const count = bench.isQuick ? NEIGHBOURS / 10 : NEIGHBOURS;
  const slugs = await bench.copies(count);
  const same = secondIn(SAME_TURN_MS);
  const theirs = await itemsOf(bench, slugs, 1);
  await sellOut(
    bench,
    theirs.map(({ id }) => id),
    same,
  );
  await readAll(bench.stack.origin, slugs);
  const queriesOfAll = async () => {
    const asked = await statementsOf(bench, ['auth', 'menu'], () => readAll(bench.stack.origin, slugs));
    // The five-second check for unpublished changes belongs to no read.
    return asked.filter((statement) => /\bFROM\b/i.test(statement) && !/\bchanged_at\b/.test(statement)).length;
  };
  const before = await queriesOfAll();
  if (Date.now() >= same) throw new Error('the menus were not read before their turn');
  // A timer may end up to a millisecond early.
  await sleep(same - Date.now() + 1);
  const after = await queriesOfAll();

  return {
    title: 'Never old after a turn',
    goals: [
      {
        what: 'Never old after a turn',
        goal: `0 of ${whole(READS)} reads begun 100 ms after it`,
        measured: `${found.oldBeyond} of ${whole(found.reads)}`,
        isMet: found.oldBeyond === 0 && found.early === 0 && found.reads >= input.reads,
      },
      {
        what: `Queries of ${whole(NEIGHBOURS)} menus after the same turn`,
        goal: 'no more than before it',
        measured: `${whole(after)} (${whole(before)} before it)`,
        isMet: after <= before + count * USUAL_SHARE,
      },
    ],
    parts: [
      `${input.readers} readers of one menu at the edge (gzip, Brotli, uncompressed), ${whole(found.readsPerSecond)} reads/s, across ${TURNS} turns, a second apart, at which a dish is available again:`,
      table(
        ['Reads that showed', 'count'],
        [
          ['a dish as sold out more than 100 ms after its turn', whole(found.oldBeyond)],
          ['the same, within those 100 ms', `${whole(found.oldWithin)} (by ${ms(found.oldest)} at most)`],
          ['a dish as available before its turn', whole(found.early)],
        ],
      ),
      `${whole(count)} menus with one turn, all in memory: reading each once takes ${whole(before)} queries of auth and menu before it, and ${whole(after)} after it.`,
    ],
  };
}

/** The next whole second that is at least `milliseconds` away, in Unix time in milliseconds. */
const secondIn = (milliseconds: number): number => Math.ceil((Date.now() + milliseconds) / 1000) * 1000;

/** The first `each` items of each menu. */
async function itemsOf({ db }: Bench, slugs: readonly string[], each: number): Promise<{ id: number }[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT item.id FROM auth.tenant, LATERAL (
       SELECT id FROM menu.item WHERE tenant_id = tenant.id ORDER BY id LIMIT $2) AS item
     WHERE slug = ANY ($1)`,
    [slugs, each],
  );
  return rows;
}

/** Marks items as sold out until `turn`. The API takes no time this near; the menus have not been read yet. */
async function sellOut({ db }: Bench, ids: readonly number[], turn: number): Promise<void> {
  await db.query(
    `UPDATE menu.item SET is_available = false, facets = facets || jsonb_build_object('soldOutUntil', $2::text)
     WHERE id = ANY ($1)`,
    [ids, new Date(turn).toISOString()],
  );
}
