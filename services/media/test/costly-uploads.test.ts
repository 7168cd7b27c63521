import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Answer } from '@tavola/test-kit/http.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ABANDONED_MS } from '../src/picture/upload-store.ts';
import { bytesOf, claimingPng, colorful, jpeg, jpegInScans } from './samples.ts';
import { type Media, type Owner, startMedia } from './setup.ts';

// @module-tag full
// Uploads that take much memory, or take down the process that reads them.

const UNREADABLE = "This picture couldn't be read. It may be damaged. Save it as a JPEG and try again.";

/** A photo that takes a second or two to read. */
const photo = () => bytesOf(colorful(4_000, 3_000, 3).jpeg());

/** The ids of the processes that read an upload for the process `parent`. */
function readersOf(parent: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, of, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(of) === parent && args.includes('media/src/reader.ts') ? [Number(pid)] : [];
  });
}

/** Waits for the process that reads an upload for the process `parent`. */
async function readerOf(parent: number | undefined): Promise<number> {
  await expect.poll(() => readersOf(parent), { interval: 5, timeout: 60_000 }).toHaveLength(1);
  return readersOf(parent)[0] as number;
}

/** Why an upload was refused, in the answer to it or, on a busy machine, to a later question. */
const refusalOf = ({ body }: Answer): string | undefined => body.detail ?? body.reason;

const stateOf = async ({ database }: Media, { tenantId }: Owner) =>
  (await database.rows('SELECT state, reason FROM media.upload WHERE tenant_id = $1', [tenantId]))[0];

/** Deletes all jobs: one that was begun would come back only when its lock expires. Whoever asks for a picture queues it again. */
const forgetJobs = ({ deps }: Media) => deps.queue.jobs.obliterate({ force: true });

describe('an upload that takes much memory', async () => {
  const media = await startMedia();
  media.startWorker();

  it.each([
    ['an AVIF of 1,247 bytes', () => readFile(new URL('fifty-megapixels.avif', import.meta.url)), 'An AVIF', 12.2],
    ['an interlaced PNG', async () => claimingPng(8_164, 6_124, true), 'An interlaced PNG', 12.2],
    ['a JPEG in scans', async () => jpegInScans(8_164, 6_124), 'A progressive JPEG', 25],
  ])('is refused by its header: %s', async (_what, make, what, most) => {
    const ada = media.owner();
    const answer = await media.upload(ada, new Uint8Array(await make()));
    const words = `${what} can have at most ${most} megapixels. Make it smaller and try again.`;
    expect(refusalOf(answer)).toBe(words);
    await expect.poll(() => media.files('uploads')).toEqual([]);
  });
});

describe('an upload that kills the process that reads it', async () => {
  const media = await startMedia();

  it("is refused at once, and the next restaurant's is read", async () => {
    const worker = media.startWorker();
    const [ada, bea] = [media.owner(), media.owner()];
    const hers = media.upload(ada, await photo());
    process.kill(await readerOf(process.pid), 'SIGKILL');
    expect(refusalOf(await hers)).toBe(UNREADABLE);
    expect(readersOf(process.pid)).toEqual([]);
    expect((await media.upload(bea, await jpeg())).body.state).toBe('ready');
    expect(await worker.ready()).toBe(true);
    await worker.close();
  });

  it('and its worker, is refused by the next worker, which does not read it', async () => {
    const ada = media.owner();
    const id = crypto.randomUUID();
    await media.deps.storage.put(`uploads/${id}`, await photo());
    await media.database.rows("INSERT INTO media.upload (tenant_id, id, by, state) VALUES ($1, $2, $2, 'reading')", [
      ada.tenantId,
      id,
    ]);
    const env = {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATABASE_URL: media.database.urlOf('media'),
      REDIS_QUEUE_URL: media.redis.url,
      STORAGE_URL: pathToFileURL(media.folder).href,
    };
    const program = fileURLToPath(new URL('../src/worker.ts', import.meta.url));
    const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env,
      stdio: 'ignore',
    });
    onTestFinished(() => void worker.kill('SIGKILL'));
    await media.deps.queue.add(ada);
    const reader = await readerOf(worker.pid);
    worker.kill('SIGKILL');
    process.kill(reader, 'SIGKILL');
    await forgetJobs(media);
    media.startWorker();
    const ask = async () => (await media.call('GET', `/api/media/${id}`, ada)).body;
    // For as long as its worker may be alive, nobody else reads it, while others' are read.
    expect((await ask()).state).toBe('reading');
    expect((await media.upload(media.owner(), await jpeg())).body.state).toBe('ready');
    expect((await ask()).state).toBe('reading');
    await media.database.rows(
      "UPDATE media.upload SET decoding_since = decoding_since - $2 * interval '1 millisecond' WHERE id = $1",
      [id, ABANDONED_MS],
    );
    await expect.poll(ask).toEqual({ id, state: 'refused', reason: UNREADABLE });
    await expect.poll(() => media.files('uploads')).toEqual([]);
  });
});

describe('a worker that stops', async () => {
  const media = await startMedia();

  it('gives back the upload that it reads, and leaves no process', async () => {
    const worker = media.startWorker();
    const ada = media.owner();
    const sent = media.upload(ada, await photo());
    process.kill(await readerOf(process.pid), 'SIGSTOP');
    // The end of a job can't be recorded then, so closing does not wait for it.
    await media.redis.stop();
    await expect.poll(() => worker.ready()).toBe(false);
    await worker.close();
    expect(readersOf(process.pid)).toEqual([]);
    expect(await stateOf(media, ada)).toEqual({ state: 'reading', reason: null });
    await media.redis.start();
    await expect.poll(() => media.deps.queue.isUp()).toBe(true);
    await forgetJobs(media);
    media.startWorker();
    expect((await sent).body.state).toBe('ready');
  });
});
