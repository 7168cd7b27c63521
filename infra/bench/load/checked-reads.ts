import { menuPath, type Restaurant } from '../lib/bench.ts';
import { clock, sleep } from '../lib/clock.ts';
import { type Answer, type HttpConnection, headerOf, httpConnection, requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { priceIn, priceWrite } from '../lib/prices.ts';
import { percentile } from '../lib/statistics.ts';

export interface CheckedReadsInput {
  /** The origin for writes. */
  writeOrigin: string;
  writesPerSecond: number;
  /** The origins for reads, in turn. */
  readOrigins: string[];
  codings: string[];
  /** What follows the menu's path, for each of its languages. */
  languages: string[];
  readers: number;
  /** Reads per second, each due whether or not earlier ones were answered; without it, readers go as fast as they can. */
  readsPerSecond?: number;
  restaurants: Restaurant[];
  firstPrice: number;
  /** Ends after this many reads, or when stopped. */
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
  /** Milliseconds; in an open loop, from the read's due time. */
  readP50: number;
  readP99: number;
  writeP50: number;
  writeP99: number;
  longestWrite: number;
}

/** State of one restaurant. Its prices only grow, one by one. */
interface Ledger {
  restaurant: Restaurant;
  first: number;
  next: number;
  isWriting: boolean;
  /** When the write of price `first + index` was acknowledged. */
  acknowledgedAt: (number | undefined)[];
  /** The highest price that any reader has seen. */
  seen: number;
}

interface Reader {
  connection: HttpConnection;
  language: string;
  requests: Buffer[];
  seen: number[];
}

const KEPT_BODIES = 64;
const EXAMPLES = 5;

loadProgram<CheckedReadsInput, CheckedReadsResult>(async (input, ready) => {
  const {
    writeOrigin,
    writesPerSecond,
    readOrigins,
    codings,
    languages,
    readers,
    readsPerSecond,
    restaurants,
    firstPrice,
  } = input;
  const result = {
    ...{ reads: 0, writes: 0, oldWithin250: 0, oldBeyond250: 0, oldest: 0, ownReaderBack: 0, anyReaderBack: 0 },
    readErrors: [] as string[],
    writeErrors: [] as string[],
    examples: [] as string[],
    byLanguage: Object.fromEntries(languages.map((language) => [language, { reads: 0, wrong: 0 }])),
  };
  const readTimes: number[] = [];
  const writeTimes: number[] = [];
  const stopping = Promise.withResolvers<void>();
  let isOver = false;
  process.on('message', () => stopping.resolve());
  void stopping.promise.then(() => {
    isOver = true;
  });

  const ledgers = restaurants.map((restaurant): Ledger => {
    return { restaurant, first: firstPrice, next: firstPrice, isWriting: false, acknowledgedAt: [], seen: 0 };
  });

  const writers = ledgers.map(() => httpConnection(writeOrigin, { timeoutMs: 5_000 }));
  const write = async (index: number) => {
    const [ledger, writer] = [ledgers[index], writers[index]] as [Ledger, HttpConnection];
    const price = ledger.next;
    ledger.next += 1;
    ledger.isWriting = true;
    const began = clock();
    try {
      const { status } = await writer.ask(priceWrite(writeOrigin, ledger.restaurant, price));
      if (status !== 200) throw new Error(`status ${status}`);
      ledger.acknowledgedAt[price - ledger.first] = clock();
      writeTimes.push(clock() - began);
    } catch (error) {
      result.writeErrors.push((error as Error).message);
    }
    result.writes += 1;
    ledger.isWriting = false;
  };
  let start = clock();
  // Every menu shows a known price before the first read.
  for (const index of ledgers.keys()) await write(index);
  if (result.writeErrors.length > 0) throw new Error(`the first writes failed: ${result.writeErrors[0]}`);
  await sleep(300);

  /** Milliseconds before `began` at which a write missing from `price` was acknowledged; 0 when none is missing. */
  const ageOf = ({ acknowledgedAt, first }: Ledger, price: number, began: number): number => {
    for (let index = Math.max(0, price - first + 1); index < acknowledgedAt.length; index += 1) {
      const at = acknowledgedAt[index];
      if (at !== undefined) return Math.max(0, began - at);
    }
    return 0;
  };

  // Decompression is the main cost, so bodies are first compared with those already decompressed.
  const known: { body: Buffer; ledger: Ledger; price: number }[] = [];
  const priceOf = (answer: Answer, ledger: Ledger): number => {
    const found = known.find((one) => one.ledger === ledger && one.body.equals(answer.body));
    if (found) return found.price;
    const price = priceIn(answer, ledger.restaurant);
    known.unshift({ body: Buffer.from(answer.body), ledger, price });
    known.length = Math.min(known.length, KEPT_BODIES);
    return price;
  };

  const all = Array.from({ length: readers }, (_, index): Reader => {
    const origin = readOrigins[index % readOrigins.length] as string;
    const place = Math.floor(index / readOrigins.length);
    const coding = codings[place % codings.length] as string;
    const language = languages[Math.floor(place / codings.length) % languages.length] as string;
    return {
      connection: httpConnection(origin, { timeoutMs: 5_000 }),
      language,
      requests: restaurants.map(({ slug }) =>
        Buffer.from(requestText('GET', origin + menuPath(slug) + language, { 'Accept-Encoding': coding })),
      ),
      seen: restaurants.map(() => 0),
    };
  });
  const read = (reader: Reader, index: number, due: number, then: () => void) => {
    const ledger = ledgers[index] as Ledger;
    const floor = ledger.seen;
    const began = clock();
    reader.connection.send(reader.requests[index] as Buffer, (error, answer) => {
      result.reads += 1;
      readTimes.push(clock() - due);
      if (answer?.status === 200) {
        const price = priceOf(answer, ledger);
        const age = ageOf(ledger, price, began);
        if (age >= 250) result.oldBeyond250 += 1;
        else if (age > 0) result.oldWithin250 += 1;
        result.oldest = Math.max(result.oldest, age);
        const isBack = price < (reader.seen[index] as number);
        if (isBack) result.ownReaderBack += 1;
        const own = result.byLanguage[reader.language] as { reads: number; wrong: number };
        own.reads += 1;
        if (isBack || age >= 250) own.wrong += 1;
        if ((isBack || age >= 250) && result.examples.length < EXAMPLES) {
          const at = Math.round(began - start);
          result.examples.push(
            `after ${at} ms ${headerOf(answer, 'content-encoding') ?? 'identity'} ${reader.language} from ${headerOf(answer, 'x-cache')}: write ${price - ledger.first}, while this reader had seen ${(reader.seen[index] as number) - ledger.first}, any ${floor - ledger.first}; ${Math.round(age)} ms old`,
          );
        }
        if (price < floor) result.anyReaderBack += 1;
        reader.seen[index] = price;
        ledger.seen = Math.max(ledger.seen, price);
      } else {
        const said = answer ? `status ${answer.status}, ${headerOf(answer, 'x-cache')}` : (error?.message ?? '');
        result.readErrors.push(said);
      }
      if (result.reads >= input.reads) stopping.resolve();
      then();
    });
  };

  ready();
  start = clock();
  let turn = 0;
  const writing = setInterval(() => {
    // A slow write delays no other: the next restaurant's owner writes.
    for (let tries = 0; tries < ledgers.length; tries += 1) {
      turn = (turn + 1) % ledgers.length;
      if (!ledgers[turn]?.isWriting) return void write(turn);
    }
  }, 1000 / writesPerSecond);

  let next = 0;
  const restaurantInTurn = () => {
    next = (next + 1) % ledgers.length;
    return next;
  };
  let reading: NodeJS.Timeout | undefined;
  if (readsPerSecond) {
    const idle = [...all];
    let sent = 0;
    reading = setInterval(() => {
      const now = clock();
      while (!isOver) {
        const due = start + (sent / readsPerSecond) * 1000;
        if (due > now) break;
        const reader = idle.pop();
        if (!reader) break;
        sent += 1;
        read(reader, restaurantInTurn(), due, () => idle.unshift(reader));
      }
    }, 1);
  } else {
    for (const reader of all) {
      const again = () => {
        if (!isOver) read(reader, restaurantInTurn(), clock(), again);
      };
      again();
    }
  }
  await stopping.promise;
  const seconds = (clock() - start) / 1000;
  clearInterval(writing);
  clearInterval(reading);
  return {
    ...result,
    readsPerSecond: result.reads / seconds,
    readP50: percentile(readTimes, 0.5),
    readP99: percentile(readTimes, 0.99),
    writeP50: percentile(writeTimes, 0.5),
    writeP99: percentile(writeTimes, 0.99),
    longestWrite: percentile(writeTimes, 1),
  };
});
