import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { DOWN, ownProject, removeLeftovers, stackOf } from './compose.ts';
import { portsInARow } from './ports-in-a-row.ts';

interface ComposeSite {
  project: string;
  settings: Record<string, string>;
  /** The site's origin. */
  origin: string;
  /** Whether this machine has what some tests need: Caddy's image, and PostgreSQL's with its own pg_dump. */
  can: { endTls: boolean; backUp: boolean };
}

declare module 'vitest' {
  export interface ProvidedContext {
    composeSite: ComposeSite;
  }
}

/** The tag of the images under test. */
export const VERSION = 'test';

const logFile = fileURLToPath(new URL('../../../.tavola/compose/containers.log', import.meta.url));

/** Starts the whole product from docker-compose.yml; afterwards removes it with all its data, whatever happened. */
export default async function setUp(vitest: TestProject): Promise<() => Promise<void>> {
  // The second port is for a second web container.
  const [port] = await portsInARow(2);
  await removeLeftovers();
  const project = ownProject();
  const origin = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    DEMO_PASSWORD: randomBytes(12).toString('base64url'),
    // The test's admin signs in with a password only.
    ADMIN_TWO_FACTOR: 'optional',
    // A slow response on a busy machine must not fail a test that is not about time.
    ANSWER_WITHIN_MS: '15000',
    VERSION,
    // Another than that of an installation on this machine.
    TLS_NETWORK: `10.223.${randomBytes(1)[0]}`,
  };
  const stack = stackOf(project, settings);
  const works = (...args: string[]) => stack.docker(...args).catch(() => '');
  const can = {
    endTls: (await works('run', '--rm', '--entrypoint', 'caddy', 'caddy:2', 'version')) !== '',
    backUp: / 18\./.test(await works('run', '--rm', '--entrypoint', 'pg_dump', 'postgres:18', '--version')),
  };
  if (!can.endTls) console.log('The image caddy:2 is not to be had: HTTPS is not tried.');
  if (!can.backUp) console.log('The image postgres:18 has no pg_dump of its version: backups are not tried.');
  const callOff = stack.downAfterUs();
  const down = async () => {
    mkdirSync(dirname(logFile), { recursive: true });
    writeFileSync(logFile, await stack.compose('logs', '--no-color', '-t').catch(String));
    await stack.compose(...DOWN);
    callOff();
  };
  try {
    const startedAt = performance.now();
    await stack.compose('up', '-d', '--build');
    while (!(await fetch(origin).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 250));
    console.log(`From "up --build" to the first page: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  } catch (error) {
    await down();
    throw error;
  }
  vitest.provide('composeSite', { project, settings, origin, can });
  return down;
}
