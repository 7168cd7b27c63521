import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// npm run types: type-checks three programs: everything that runs on Node, the web application, and its workers.
// TypeScript 7 is many times faster; TypeScript 6 remains because dependency-cruiser needs its API.

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));

for (const program of ['.', 'web', 'web/src/features/public-menu/worker', 'web/src/app/worker']) {
  const { status } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', program], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
