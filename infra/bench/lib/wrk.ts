import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

export interface WrkOptions {
  url: string;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
  connections?: number;
}

export interface WrkResult {
  requests: number;
  requestsPerSecond: number;
  bytesPerRequest: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/**
 * A closed loop: `connections` (64) clients in one thread, each sending its next request when it has its response.
 * @throws Error when any request failed or returned an error: such a run's results are invalid.
 */
export async function wrk(command: string, options: WrkOptions): Promise<WrkResult> {
  const { url, seconds, headers = {}, connections = 64 } = options;
  const sent = { 'Accept-Encoding': 'gzip', ...headers };
  const { stdout } = await run(command, [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script],
    ...Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]);
  const line = stdout.split('\n').find((one) => one.startsWith('{"requests"'));
  if (!line) throw new Error(`wrk gave no result for ${url}:\n${stdout}`);
  const counted = JSON.parse(line);
  if (counted.failed > 0 || counted.refused > 0) {
    throw new Error(
      `${url}: of ${counted.requests} requests ${counted.failed} failed, ${counted.refused} got an error.`,
    );
  }
  return {
    requests: counted.requests,
    requestsPerSecond: counted.requests / (counted.microseconds / 1e6),
    bytesPerRequest: counted.bytes / counted.requests,
    p50: counted.p50 / 1000,
    p99: counted.p99 / 1000,
  };
}
