import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROCESSES } from '@tavola/contracts/topology.ts';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';

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
  'case $1 in config) cat services ;; ps) cat "running-$3" ;; up) for service; do :; done; echo "$service-new" >> "running-$service" ;; esac',
);
program(
  'docker',
  'for container; do :; done; echo "$1 $container" >> said; [ "$1" != inspect ] || { [ -e "asked-$container" ] && echo healthy; touch "asked-$container"; }',
);
program('sleep', '');

/** Runs the script. Five minutes of its shell's time have gone by already. */
const rollOut = (...services: string[]) => {
  const env = { PATH: `${folder}:${process.env.PATH}`, SECONDS: '301' };
  const { status, stderr } = spawnSync('bash', [script, ...services], { env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
};

it('gives each service its own time to become healthy, however long the others took', () => {
  for (const service of ['auth', 'menu']) writeFileSync(join(folder, `running-${service}`), `${service}-old\n`);
  rollOut('auth', 'menu');
  const removed = readFileSync(join(folder, 'said'), 'utf8').match(/^rm .*/gm);
  expect(removed).toEqual(['rm auth-old', 'rm menu-old']);
});

it('without names replaces all processes of docker-compose.yml but web, the gateway last', () => {
  const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const services = Object.keys(parse(compose, { merge: true }).services);
  writeFileSync(join(folder, 'services'), `${services.join('\n')}\n`);
  for (const service of services) writeFileSync(join(folder, `running-${service}`), `${service}-old\n`);
  writeFileSync(join(folder, 'said'), '');
  rollOut();
  const removed = readFileSync(join(folder, 'said'), 'utf8').match(/(?<=^rm ).*(?=-old$)/gm) ?? [];
  expect(removed.toSorted()).toEqual(PROCESSES.toSorted());
  expect(removed.at(-1)).toBe('gateway');
});
