import { type Bench, type Finding, menuPath, probeFrom } from '../lib/bench.ts';
import { startLoad } from '../lib/load-process.ts';
import { ms, table, whole } from '../lib/report.ts';
import type { CheckedReadsInput, CheckedReadsResult } from '../load/checked-reads.ts';

const READS = 100_000;

/** Reads at the edge, each compared with the writes acknowledged before it began. */
export async function neverOld(bench: Bench): Promise<Finding> {
  const { stack, demo } = bench;
  await probeFrom('edge', stack.origin + menuPath(demo.slug));
  const reads = bench.isQuick ? READS / 10 : READS;
  const input: CheckedReadsInput = {
    writeOrigin: stack.origin,
    writesPerSecond: 40,
    readOrigins: [stack.origin],
    codings: ['gzip', 'br', 'identity'],
    readers: 24,
    restaurants: [demo],
    firstPrice: bench.newPrices(100_000),
    reads,
  };
  const found = await startLoad<CheckedReadsResult>('checked-reads', input).result;
  if (found.readErrors.length + found.writeErrors.length > 0) {
    throw new Error(
      `${found.readErrors.length} reads failed (${found.readErrors[0]}), ${found.writeErrors.length} writes.`,
    );
  }
  const wrong = found.oldBeyond250 + found.ownReaderBack;
  return {
    title: 'Never old after new',
    goals: [
      {
        what: 'Never old after new',
        goal: `0 of ${whole(READS)} checked reads`,
        measured: `${wrong} of ${whole(found.reads)}`,
        isMet: wrong === 0 && found.reads >= reads,
      },
    ],
    parts: [
      `${input.readers} readers of one menu at the edge (gzip, Brotli, uncompressed), ${whole(found.readsPerSecond)} reads/s, while its owner writes ${input.writesPerSecond} prices a second; ${found.writes} writes:`,
      table(
        ['Reads that showed', 'count'],
        [
          ['less than was acknowledged 250 ms before they began', whole(found.oldBeyond250)],
          ['less than the same reader had seen before', whole(found.ownReaderBack)],
          ['less than any reader had seen before they began', whole(found.anyReaderBack)],
          [
            'less than was acknowledged, within those 250 ms',
            `${whole(found.oldWithin250)} (by ${ms(found.oldest)} at most)`,
          ],
        ],
      ),
      ...(found.examples.length > 0 ? [`For example:\n\n- ${found.examples.join('\n- ')}`] : []),
    ],
  };
}
