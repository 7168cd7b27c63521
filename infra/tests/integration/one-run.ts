import { runProgram } from '@tavola/local-servers/program.ts';

// Runs vitest with the given arguments as infra/tests/run.ts does, but without its checks.

process.exit(await runProgram({ command: 'vitest', args: ['run', ...process.argv.slice(2)] }));
