import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a process before its own program. Every second it appends a line to BENCH_LOOP_FILE: the Unix time in
// milliseconds, and for how long the event loop was busy at most since the line before, in milliseconds of the thread's CPU
// time. Waiting for a processor does not count: on a full machine that says nothing about the program.

const TICK_MS = 1;
const LINE_MS = 1_000;

const file = process.env.BENCH_LOOP_FILE;
if (file !== undefined && isMainThread) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, TICK_MS).unref();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${longest.toFixed(1)}\n`);
    longest = 0;
  }, LINE_MS).unref();
}
