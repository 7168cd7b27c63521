import { runProgram } from '@tavola/local-servers/program.ts';

// Runs vitest with the arguments given, as infra/tests/run.ts does, without what that checks before.

process.exit(await runProgram({ command: 'vitest', args: ['run', ...process.argv.slice(2)] }));
