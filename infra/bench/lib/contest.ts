import { cpuOf } from './processes.ts';
import { ms, table, whole } from './report.ts';
import { median } from './statistics.ts';
import { type WrkOptions, type WrkResult, wrk } from './wrk.ts';

/** One of the servers that are compared. */
interface Contestant {
  name: string;
  /** Its server processes by name. Each id's child processes count too. */
  servers: Record<string, number>;
  load: Omit<WrkOptions, 'seconds'>;
  /** The size of a response with its head, in bytes, when all are equal. */
  bytes?: number;
}

/** Medians over the rounds. */
export interface Figures {
  name: string;
  requestsPerSecond: number;
  /** Relative to the first contestant's requests/s in the same round. */
  ratio: number;
  p50: number;
  p99: number;
  /** Microseconds per request, by server process. */
  cpu: Record<string, number>;
}

interface Round extends WrkResult {
  ratio: number;
  cpu: Record<string, number>;
}

interface ContestOptions {
  wrkCommand: string;
  rounds: number;
  seconds: number;
}

/** Measures all of them in turn, for `rounds` rounds, so that a busy moment of the machine affects each of them. */
export async function contest(options: ContestOptions, contestants: readonly Contestant[]): Promise<Figures[]> {
  const { wrkCommand, rounds, seconds } = options;
  // The first requests open connections and trigger compilation.
  for (const { load } of contestants) await wrk(wrkCommand, { ...load, seconds: 1 });
  const all = contestants.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const measured = await measure(wrkCommand, contestant, seconds);
      const first = all[0]?.[round]?.requestsPerSecond ?? measured.requestsPerSecond;
      all[index]?.push({ ...measured, ratio: measured.requestsPerSecond / first });
    }
  }
  return contestants.map(({ name, servers }, index) => {
    const rounds = all[index] as Round[];
    const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
    const each = (pick: (round: Round) => Record<string, number>) =>
      Object.fromEntries(Object.keys(servers).map((server) => [server, middle((round) => pick(round)[server] ?? 0)]));
    return {
      name,
      requestsPerSecond: middle((round) => round.requestsPerSecond),
      ratio: middle((round) => round.ratio),
      p50: middle((round) => round.p50),
      p99: middle((round) => round.p99),
      cpu: each((round) => round.cpu),
    };
  });
}

async function measure(
  wrkCommand: string,
  { name, servers, load, bytes }: Contestant,
  seconds: number,
): Promise<Omit<Round, 'ratio'>> {
  const forEach = (of: (pid: number) => number) =>
    Object.fromEntries(Object.entries(servers).map(([server, pid]) => [server, of(pid)]));
  const before = forEach(cpuOf);
  const result = await wrk(wrkCommand, { ...load, seconds });
  // The head may vary by a digit of Age; a different response would vary by far more.
  if (bytes !== undefined && Math.abs(result.bytesPerRequest / bytes - 1) > 0.02) {
    throw new Error(`${name}: answers had ${whole(result.bytesPerRequest)} bytes, not ${bytes} as the one looked at.`);
  }
  const after = forEach(cpuOf);
  const cpu = Object.fromEntries(
    Object.keys(servers).map((server) => [server, ((after[server] ?? 0) - (before[server] ?? 0)) / result.requests]),
  );
  return { ...result, cpu };
}

/** The results as a table; ratios are relative to its first row. */
export function figuresTable(figures: readonly Figures[], first: string): string {
  const list = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([server, value]) => `${server} ${value.toFixed(value < 10 ? 1 : 0)}`)
      .join(', ');
  return table(
    ['What answers', 'requests/s', `of ${first}`, 'p50', 'p99', 'CPU, µs a request'],
    figures.map(({ name, requestsPerSecond, ratio, p50, p99, cpu }) => [
      name,
      whole(requestsPerSecond),
      ratio.toFixed(ratio < 0.1 ? 3 : 2),
      ms(p50),
      ms(p99),
      list(cpu),
    ]),
  );
}
