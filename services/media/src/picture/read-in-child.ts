import { type ExecFileException, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PICTURE_FORMATS } from '@tavola/contracts/rules/pictures.ts';
import { z } from 'zod';
import type { ReadPicture } from './read-picture.ts';
import { UNREADABLE, UnreadablePicture } from './unreadable-picture.ts';

const READER = fileURLToPath(new URL('../reader.ts', import.meta.url));

/** Most memory of the process that reads an upload, in bytes: half of what its worker's container has. */
export const READER_MAX_BYTES = 384 * 1024 * 1024;

/** How long that process may compute, in seconds, which a busy machine does not shorten; and take in all, in milliseconds. */
const COMPUTE_S = 10;
export const READ_WITHIN_MS = 30_000;

/** Most bytes of its answer: the files of a picture of noise are 3 MB. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;

/** How often its memory is looked at, in milliseconds. */
const LOOK_MS = 20;

/** Signals that ask a process to stop, whatever it reads. */
const STOPS: readonly (string | undefined)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

// The shell sets the limit, and becomes the reader.
const SCRIPT = 'ulimit -t "$0" && exec "$@"';
const COMMAND = [process.execPath, '--disable-warning=ExperimentalWarning', '--max-old-space-size=64', READER];

/** What the reader answers. It may have been taken over by the file that it read, so all of it is checked. */
const outcome = z.union([
  z.object({ refusal: z.string(), reason: z.string().optional() }),
  z.object({
    hash: z.string().regex(/^[0-9a-f]{24}$/),
    width: z.int(),
    height: z.int(),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    files: z.array(z.object({ width: z.int(), format: z.enum(PICTURE_FORMATS), bytes: z.base64() })),
  }),
]);
export type ReadOutcome = z.input<typeof outcome>;

interface ReadInChildOptions {
  /** Ends the process. */
  signal?: AbortSignal;
  /** Most memory of the process, in bytes; and how long it may compute, in seconds. */
  maxBytes?: number;
  maxSeconds?: number;
}

/**
 * Reads an upload in a process of its own, which may die of it and has none of our secrets in its environment. Also gives its peak
 * memory in bytes, 0 where the system does not tell.
 * @throws UnreadablePicture as `readPicture` does, and for what the process died of or took too much for; Error if it could not be
 * started, was stopped, or `signal` was aborted.
 */
export async function readInChild(
  file: Uint8Array,
  { signal, maxBytes = READER_MAX_BYTES, maxSeconds = COMPUTE_S }: ReadInChildOptions = {},
): Promise<{ picture: ReadPicture; peakBytes: number }> {
  signal?.throwIfAborted();
  const { NODE_COMPILE_CACHE } = process.env;
  const ended = Promise.withResolvers<Buffer>();
  const options = {
    encoding: 'buffer',
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    killSignal: 'SIGKILL',
    timeout: READ_WITHIN_MS,
    maxBuffer: ANSWER_MAX_BYTES,
  } as const;
  const child = execFile('/bin/sh', ['-c', SCRIPT, String(maxSeconds), ...COMMAND], options, (error, stdout) =>
    error ? ended.reject(error) : ended.resolve(stdout),
  );
  // It may end before it has read everything.
  child.stdin?.on('error', () => {}).end(file);
  const kill = () => child.kill('SIGKILL');
  // Node would send SIGTERM, whatever `killSignal` says.
  signal?.addEventListener('abort', kill);
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakBytesOf(child.pid));
    if (peakBytes > maxBytes) kill();
  }, LOOK_MS);
  const said = await ended.promise
    .catch((error: ExecFileException) => {
      signal?.throwIfAborted();
      if (!error.signal || STOPS.includes(error.signal)) throw error;
      const cause = new Error(`its reader ended by ${error.signal}, with ${Math.round(peakBytes / 1024 / 1024)} MB`);
      throw new UnreadablePicture(UNREADABLE, { cause });
    })
    .finally(() => {
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
    });
  const answer = outcome.parse(JSON.parse(said.toString()));
  if ('refusal' in answer)
    throw new UnreadablePicture(answer.refusal, answer.reason ? { cause: new Error(answer.reason) } : {});
  const files = answer.files.map((one) => ({ ...one, bytes: new Uint8Array(Buffer.from(one.bytes, 'base64')) }));
  return { picture: { ...answer, files }, peakBytes };
}

/** The most memory that a process has had, in bytes; 0 where the system does not tell, or once it has ended. */
function peakBytesOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
