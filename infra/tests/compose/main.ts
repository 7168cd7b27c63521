import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { composeCommand } from './compose.ts';

// npm run test:compose: the whole product from docker-compose.yml, as operators run it. Arguments go to vitest.

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (!composeCommand()) {
  console.error('There is no Docker engine that answers, or no Compose, on this machine.');
  process.exit(1);
}
const args = ['run', '--config', file('vitest.config.ts'), ...process.argv.slice(2)];
const child = spawn(file('../../../node_modules/.bin/vitest'), args, { stdio: 'inherit' });
// A Ctrl-C reaches vitest as well. The stack is taken down after it, whatever ended it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
