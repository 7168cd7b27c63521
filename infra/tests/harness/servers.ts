import type { Provided } from '@tavola/test-kit/provided.ts';
import { startTestServers } from '@tavola/test-kit/servers.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateAll } from '../../deploy/migrate/migrate-all.ts';
import { scratchPasswords } from '../../deploy/migrate/scratch-database.ts';
import { sharedByProjects } from './shared.ts';

const TEMPLATE = 'tavola_template';

/** Starts a test run's PostgreSQL and Redis, and migrates the template database that each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...provided } = await sharedByProjects('servers', startServers);
  project.provide('servers', provided);
  return stop;
}

async function startServers(): Promise<Provided & { stop(): Promise<void> }> {
  const servers = await startTestServers();
  const admin = new pg.Client({ connectionString: servers.adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(servers.adminUrl);
  template.pathname = `/${TEMPLATE}`;
  await migrateAll(template.href, scratchPasswords);
  return {
    adminUrl: servers.adminUrl,
    redisUrl: servers.redisUrl,
    templateDatabase: TEMPLATE,
    ownerPassword: scratchPasswords.auth,
    stop: () => servers.stop(),
  };
}
