import { type Bench, type Finding, menuPath } from '../lib/bench.ts';
import { startLoad } from '../lib/load-process.ts';
import { ms, table, whole } from '../lib/report.ts';
import type { TurnReadsInput, TurnReadsResult } from '../load/turn-reads.ts';

const READS = 100_000;
const TURNS = 12;
const FIRST_TURN_MS = 4_000;

/** Reads at the edge while what is sold out becomes available by itself. */
export async function turns(bench: Bench): Promise<Finding> {
  const [one] = (await bench.copies(1)) as [string];
  const first = Math.ceil((Date.now() + FIRST_TURN_MS) / 1000) * 1000;
  const byItem = await sellOut(bench, one, first);
  const input: TurnReadsInput = {
    url: bench.stack.origin + menuPath(one),
    codings: ['gzip', 'br', 'identity'],
    readers: 24,
    turns: byItem,
    reads: bench.isQuick ? READS / 10 : READS,
  };
  const found = await startLoad<TurnReadsResult>('turn-reads', input).result;
  if (found.readErrors.length > 0) throw new Error(`${found.readErrors.length} reads failed: ${found.readErrors[0]}`);

  return {
    title: 'Never old after a turn',
    goals: [
      {
        what: 'Never old after a turn',
        goal: `0 of ${whole(READS)} reads begun 100 ms after it`,
        measured: `${found.oldBeyond} of ${whole(found.reads)}`,
        isMet: found.oldBeyond === 0 && found.early === 0 && found.reads >= input.reads,
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
    ],
  };
}

/**
 * Marks the first items of a menu as sold out until `first` and the seconds after it; returns the time of each by its id. The API
 * takes no time this near; the menu has not been read yet.
 */
async function sellOut({ db }: Bench, slug: string, first: number): Promise<Record<number, number>> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT item.id FROM menu.item JOIN auth.tenant ON tenant.id = tenant_id WHERE slug = $1 ORDER BY item.id LIMIT $2`,
    [slug, TURNS],
  );
  const turns = rows.map(({ id }, index) => [id, first + index * 1_000] as const);
  for (const [id, turn] of turns) {
    await db.query(
      `UPDATE menu.item SET is_available = false, facets = facets || jsonb_build_object('soldOutUntil', $2::text)
       WHERE id = $1`,
      [id, new Date(turn).toISOString()],
    );
  }
  return Object.fromEntries(turns);
}
