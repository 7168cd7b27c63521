import { menuPath, type Restaurant } from '../lib/bench.ts';
import { clock, sleep } from '../lib/clock.ts';
import { httpConnection, requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { priceIn, priceWrite } from '../lib/prices.ts';

export interface PropagationInput {
  origin: string;
  restaurant: Restaurant;
  writes: number;
  pauseMs: number;
  firstPrice: number;
}

export interface PropagationResult {
  /** Milliseconds from a write's acknowledgement to the first response that shows it. */
  seen: number[];
  /** Milliseconds from a write to its acknowledgement. */
  acknowledged: number[];
}

/** After this time, a write counts as lost. */
const LONGEST_MS = 5_000;

// Writes; from the acknowledgement on, reads repeatedly until a response shows the write.
loadProgram<PropagationInput, PropagationResult>(async ({ origin, restaurant, writes, pauseMs, firstPrice }) => {
  const [writer, reader] = [httpConnection(origin), httpConnection(origin)];
  const read = Buffer.from(requestText('GET', origin + menuPath(restaurant.slug), { 'Accept-Encoding': 'gzip' }));
  const result: PropagationResult = { seen: [], acknowledged: [] };
  let last: Buffer | null = null;
  for (let write = 0; write < writes; write += 1) {
    const price = firstPrice + write;
    const began = clock();
    const { status } = await writer.ask(priceWrite(origin, restaurant, price));
    const acknowledged = clock();
    if (status !== 200) throw new Error(`a write was answered ${status}`);
    result.acknowledged.push(acknowledged - began);
    while (true) {
      const answer = await reader.ask(read);
      const arrived = clock();
      if (answer.status !== 200) throw new Error(`a read was answered ${answer.status}`);
      // The same bytes as for the last write can't show this one.
      const isOld = last?.equals(answer.body) || priceIn(answer, restaurant) < price;
      if (!isOld) {
        last = Buffer.from(answer.body);
        result.seen.push(arrived - acknowledged);
        break;
      }
      if (arrived - acknowledged > LONGEST_MS) throw new Error(`a write was not to be seen after ${LONGEST_MS} ms`);
    }
    await sleep(pauseMs);
  }
  writer.close();
  reader.close();
  return result;
});
