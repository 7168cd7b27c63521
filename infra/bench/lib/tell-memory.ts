import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a process before its own program. On SIGUSR2 it collects garbage and writes the remaining memory to the file
// in BENCH_MEMORY_FILE.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  collect();
  writeFileSync(process.env.BENCH_MEMORY_FILE as string, JSON.stringify(process.memoryUsage()));
});
