import { readFileSync, writeFileSync } from 'node:fs';
import { treeOf } from './processes.ts';

/** How often the processes are looked at, in milliseconds. */
const LOOK_MS = 25;

/** Watches the most memory of processes. */
interface PeakWatch {
  /** Ends watching; returns the peak of each process with its descendants, in bytes. */
  stop(): Record<string, number>;
}

/**
 * Watches the memory of `pids` and their descendants from now on. What descendants share counts once. Of one process the kernel
 * itself keeps the peak; that of several is seen every 25 ms.
 */
export function watchPeaks(pids: Readonly<Record<string, number>>): PeakWatch {
  const peaks: Record<string, number> = {};
  for (const pid of Object.values(pids)) {
    for (const one of treeOf(pid)) forgetPeak(one);
  }
  const look = () => {
    for (const [name, pid] of Object.entries(pids)) {
      const all = treeOf(pid).map(memoryOf);
      const own = all.reduce((sum, { anonymous }) => sum + anonymous, 0);
      const shared = Math.max(...all.map((one) => one.shared + one.files));
      const alone = all.length === 1 ? (all[0]?.peak ?? 0) : 0;
      peaks[name] = Math.max(peaks[name] ?? 0, own + shared, alone);
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peaks;
    },
  };
}

/** Sets the peak that the kernel keeps of a process to its memory now. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // It has ended.
  }
}

/** The memory of one process, in bytes; all 0 if it has ended. */
function memoryOf(pid: number): { peak: number; anonymous: number; files: number; shared: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended.
  }
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { peak: bytes('VmHWM'), anonymous: bytes('RssAnon'), files: bytes('RssFile'), shared: bytes('RssShmem') };
}
