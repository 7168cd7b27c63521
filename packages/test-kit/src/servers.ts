import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { dataHome, startPostgres } from '@tavola/local-servers/postgres.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';

/** A PostgreSQL and a Redis for tests. */
interface TestServers {
  /** `containers` where Docker is available, else `embedded`: processes on this machine. */
  kind: 'containers' | 'embedded';
  adminUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

const PASSWORD = 'test-database-password';

/**
 * Starts the servers of a test run: in containers if Docker is available and has or can pull the images, else as
 * processes. TEST_SERVERS=embedded rules out containers, TEST_SERVERS=containers requires them.
 */
export async function startTestServers(): Promise<TestServers> {
  const wanted = process.env.TEST_SERVERS;
  if (wanted === 'containers') return inContainers();
  if (wanted === 'embedded' || !(await dockerAnswers())) return embedded();
  return inContainers().catch((error: Error) => {
    process.stderr.write(
      `Docker answers, but the containers did not start (${error.message}); using embedded servers.\n`,
    );
    return embedded();
  });
}

const dockerAnswers = () =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );

async function inContainers(): Promise<TestServers> {
  const [postgres, redis] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withExposedPorts(5432)
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=300'])
      // The image starts PostgreSQL twice: once without TCP for initialization, then for use.
      .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready -h 127.0.0.1 -U postgres'))
      .start(),
    new GenericContainer('redis:8').withExposedPorts(6379).withWaitStrategy(Wait.forListeningPorts()).start(),
  ]);
  return {
    kind: 'containers',
    adminUrl: `postgresql://postgres:${PASSWORD}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

async function embedded(): Promise<TestServers> {
  const folder = temporaryFolder('test');
  const dataDir = dataHome(join(folder.path, 'postgres'));
  const [postgresPort, redisPort] = (await freePorts(2)) as [number, number];
  const redis = await startRedis({ role: 'queue', port: redisPort, dataDir: folder.path, logDir: folder.path });
  const postgres = await startPostgres({
    port: postgresPort,
    dataDir,
    logDir: folder.path,
    password: PASSWORD,
    isThrowaway: true,
  }).catch(async (error) => {
    await redis.program.stop();
    throw error;
  });
  return {
    kind: 'embedded',
    adminUrl: postgres.adminUrl,
    redisUrl: redis.url,
    async stop() {
      await Promise.all([postgres.program.stop(), redis.program.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
      folder.remove();
    },
  };
}
