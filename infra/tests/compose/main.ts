import { fileURLToPath } from 'node:url';
import { runProgram } from '@tavola/local-servers/program.ts';
import { composeCommand } from './compose.ts';

// npm run test:compose: tests the whole product from docker-compose.yml, as in production. Arguments go to vitest. The
// stack is removed after vitest, however vitest ends.

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (!composeCommand()) {
  console.error('There is no Docker engine that answers, or no Compose, on this machine.');
  process.exit(1);
}
const args = ['run', '--config', file('vitest.config.ts'), ...process.argv.slice(2)];
process.exit(await runProgram({ command: file('../../../node_modules/.bin/vitest'), args }));
