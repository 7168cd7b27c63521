import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PROCESSES, type ProcessName } from '@tavola/contracts/topology.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll } from 'vitest';
import { scratchPasswords } from '../../deploy/migrate/scratch-database.ts';
import { type Surroundings, UNLIMITED } from '../../dev/local/processes.ts';
import { localSecrets } from '../../dev/local/secrets.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../services/public-menu/test/${name}`, import.meta.url));

/** The servers that processes under test depend on. */
export type Servers = Pick<Surroundings, 'adminUrl' | 'redisCacheUrl' | 'redisQueueUrl'>;

/**
 * The settings that connect the product's processes in a test file: its own ports, and test-kit's signing keys. Also gives
 * a folder for logs, deleted after the file's tests. Call it outside of a test.
 */
export async function testSurroundings(
  servers: Servers,
  logLevel: string,
): Promise<{ around: Surroundings; folder: string }> {
  const { path: folder, remove } = temporaryFolder('product');
  afterAll(remove);
  const numbers = await freePorts(2 * PROCESSES.length);
  const portsFrom = (first: number) =>
    Object.fromEntries(PROCESSES.map((name, at) => [name, numbers[first + at]])) as Record<ProcessName, number>;
  const around: Surroundings = {
    ...servers,
    publicOrigin: 'https://tavola.example',
    shellFile: fixture('shell.html'),
    renderFile: fixture('render.ts'),
    picturesDir: join(folder, 'pictures'),
    mailUrl: pathToFileURL(join(folder, 'mail')).href,
    edgeUrl: '',
    ports: portsFrom(0),
    metricsPorts: portsFrom(PROCESSES.length),
    secrets: {
      ...localSecrets(join(folder, 'secrets.json')),
      jwtPrivateKey: keys.privateKey,
      jwtPublicKey: keys.publicKey,
      serviceToken: SERVICE_TOKEN,
      ownerPasswords: scratchPasswords,
    },
    logLevel,
    rateLimitFactor: UNLIMITED,
  };
  return { around, folder };
}
