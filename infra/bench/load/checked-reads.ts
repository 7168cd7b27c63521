import { menuPath, type Restaurant } from '../lib/bench.ts';
import { clock, sleep } from '../lib/clock.ts';
import { type Answer, headerOf, httpConnection, requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { priceIn, priceWrite } from '../lib/prices.ts';

export interface CheckedReadsInput {
  origin: string;
  writesPerSecond: number;
  codings: string[];
  /** What follows the menu's path, for each of its languages. */
  languages: string[];
  readers: number;
  restaurant: Restaurant;
  firstPrice: number;
  /** Ends after this many reads. */
  reads: number;
}

export interface CheckedReadsResult {
  reads: number;
  readsPerSecond: number;
  readErrors: string[];
  writes: number;
  writeErrors: string[];
  /** Reads that began after a write's acknowledgement and did not show it: less than 250 ms after, and more. */
  oldWithin250: number;
  oldBeyond250: number;
  /** The longest time from an acknowledgement to the start of a read that did not show it, in milliseconds. */
  oldest: number;
  /** Reads that showed less than the same reader, or any reader, had seen before they began. */
  ownReaderBack: number;
  anyReaderBack: number;
  /** By language, the reads that showed a menu, and those of them that were 250 ms old or went back for their reader. */
  byLanguage: Record<string, { reads: number; wrong: number }>;
  /** Descriptions of the first reads that were older than 250 ms or went backwards for their reader. */
  examples: string[];
}

const KEPT_BODIES = 64;
const EXAMPLES = 5;

// An owner writes prices that only grow, one by one, while readers ask as fast as they can.
loadProgram<CheckedReadsInput, CheckedReadsResult>(async (input, ready) => {
  const { origin, writesPerSecond, codings, languages, readers, restaurant, firstPrice } = input;
  const result = {
    ...{ reads: 0, writes: 0, oldWithin250: 0, oldBeyond250: 0, oldest: 0, ownReaderBack: 0, anyReaderBack: 0 },
    readErrors: [] as string[],
    writeErrors: [] as string[],
    examples: [] as string[],
    byLanguage: Object.fromEntries(languages.map((language) => [language, { reads: 0, wrong: 0 }])),
  };
  const isOver = () => result.reads >= input.reads;

  const writer = httpConnection(origin, { timeoutMs: 5_000 });
  /** When the write of price `firstPrice + index` was acknowledged. */
  const acknowledgedAt: (number | undefined)[] = [];
  let nextPrice = firstPrice;
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    const price = nextPrice;
    nextPrice += 1;
    try {
      const { status } = await writer.ask(priceWrite(origin, restaurant, price));
      if (status !== 200) throw new Error(`status ${status}`);
      acknowledgedAt[price - firstPrice] = clock();
    } catch (error) {
      result.writeErrors.push((error as Error).message);
    }
    result.writes += 1;
    isWriting = false;
  };
  // The menu shows a known price before the first read.
  await write();
  if (result.writeErrors.length > 0) throw new Error(`the first write failed: ${result.writeErrors[0]}`);
  await sleep(300);

  /** Milliseconds before `began` at which a write missing from `price` was acknowledged; 0 when none is missing. */
  const ageOf = (price: number, began: number): number => {
    for (let index = Math.max(0, price - firstPrice + 1); index < acknowledgedAt.length; index += 1) {
      const at = acknowledgedAt[index];
      if (at !== undefined) return Math.max(0, began - at);
    }
    return 0;
  };

  // Decompression is the main cost, so bodies are first compared with those already decompressed.
  const known: { body: Buffer; price: number }[] = [];
  const priceOf = (answer: Answer): number => {
    const found = known.find(({ body }) => body.equals(answer.body));
    if (found) return found.price;
    const price = priceIn(answer, restaurant);
    known.unshift({ body: Buffer.from(answer.body), price });
    known.length = Math.min(known.length, KEPT_BODIES);
    return price;
  };

  ready();
  const start = clock();
  /** The highest price that any reader has seen. */
  let seenByAny = 0;
  const reading = async (reader: number) => {
    const connection = httpConnection(origin, { timeoutMs: 5_000 });
    const coding = codings[reader % codings.length] as string;
    const language = languages[Math.floor(reader / codings.length) % languages.length] as string;
    const url = origin + menuPath(restaurant.slug) + language;
    const request = Buffer.from(requestText('GET', url, { 'Accept-Encoding': coding }));
    let seen = 0;
    while (!isOver()) {
      const [began, floor] = [clock(), seenByAny];
      try {
        const answer = await connection.ask(request);
        if (answer.status !== 200) throw new Error(`status ${answer.status}, ${headerOf(answer, 'x-cache')}`);
        const price = priceOf(answer);
        const age = ageOf(price, began);
        const isBack = price < seen;
        if (age >= 250) result.oldBeyond250 += 1;
        else if (age > 0) result.oldWithin250 += 1;
        result.oldest = Math.max(result.oldest, age);
        if (isBack) result.ownReaderBack += 1;
        if (price < floor) result.anyReaderBack += 1;
        const own = result.byLanguage[language] as { reads: number; wrong: number };
        own.reads += 1;
        if (isBack || age >= 250) {
          own.wrong += 1;
          if (result.examples.length < EXAMPLES) {
            result.examples.push(
              `after ${Math.round(began - start)} ms ${coding} ${language} from ${headerOf(answer, 'x-cache')}: write ${price - firstPrice}, while this reader had seen ${seen - firstPrice}, any ${floor - firstPrice}; ${Math.round(age)} ms old`,
            );
          }
        }
        seen = price;
        seenByAny = Math.max(seenByAny, price);
      } catch (error) {
        result.readErrors.push((error as Error).message);
      }
      result.reads += 1;
    }
    connection.close();
  };
  const writing = setInterval(() => void write(), 1000 / writesPerSecond);
  await Promise.all(Array.from({ length: readers }, (_, reader) => reading(reader)));
  clearInterval(writing);
  return { ...result, readsPerSecond: result.reads / ((clock() - start) / 1000) };
});
