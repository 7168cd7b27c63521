import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a process before its own program: on SIGUSR2 it throws away what it does not need and writes how much
// memory is left to the file that BENCH_MEMORY_FILE names.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  collect();
  writeFileSync(process.env.BENCH_MEMORY_FILE as string, JSON.stringify(process.memoryUsage()));
});
