import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

// The script with programs in place of Docker's: each new container is healthy the second time that it is asked.

const script = fileURLToPath(new URL('roll-out.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tavola-roll-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (name: string, text: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\ncd ${folder}\n${text}`);
  chmodSync(join(folder, name), 0o755);
};
program(
  'docker-compose',
  'case $1 in ps) cat "running-$3" ;; up) for service; do :; done; echo "$service-new" >> "running-$service" ;; esac',
);
program(
  'docker',
  'for container; do :; done; echo "$1 $container" >> said; [ "$1" != inspect ] || { [ -e "asked-$container" ] && echo healthy; touch "asked-$container"; }',
);
program('sleep', '');

it('gives each service its own time to become healthy, however long the others took', () => {
  for (const service of ['auth', 'menu']) writeFileSync(join(folder, `running-${service}`), `${service}-old\n`);
  // Five minutes have gone by already.
  const env = { PATH: `${folder}:${process.env.PATH}`, SECONDS: '301' };
  const { status, stderr } = spawnSync('bash', [script, 'auth', 'menu'], { env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const removed = readFileSync(join(folder, 'said'), 'utf8').match(/^rm .*/gm);
  expect(removed).toEqual(['rm auth-old', 'rm menu-old']);
});
