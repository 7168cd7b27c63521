import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { type MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import type { Owner } from '@tavola/contracts/topology.ts';
import pg from 'pg';
import { prismaFolder } from './owners.ts';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

declare global {
  /** The engine stores a crash's message here; its stack does not contain it. */
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): void };
}
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };

/**
 * How long a migration waits for a lock on a table, in milliseconds: reads that come later wait behind it. A backup keeps its
 * locks for an hour; an autovacuum gives way after a second.
 */
const LOCK_TIMEOUT_MS = 1_500;

/** The pause before the first retry, in milliseconds. It grows with each, up to the longest. */
const RETRY_MS = 3_000;
const RETRY_MAX_MS = 30_000;

/** Held while a script runs: PostgreSQL may still execute one whose migrator has ended. An arbitrary number. */
export const SCRIPT_LOCK = 7_461_931;

/** SQLSTATE of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Marks a migration as finished in its own transaction: the engine does so later, and may be interrupted in between. */
const FINISH =
  'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL';

/** PostgreSQL's internal one-byte type "char", used in its catalogs, and text. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/** The "char" columns of a result, keyed by its rows. */
const charColumns = new WeakMap<object, number[]>();

/*
 * The engine reads the catalogs through the adapter and expects their "char" columns as characters, but the adapter does
 * not know that type and fails (prisma/orm#27403). So the client reports them as text, and the adapter's result is
 * corrected afterwards.
 */
class CatalogClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads differ in nothing that matters here
  override query(...args: any[]): any {
    const query = super.query as (...args: unknown[]) => Promise<pg.QueryArrayResult> | undefined;
    const callback = args.at(-1);
    if (typeof callback !== 'function') return query.apply(this, args)?.then(noteCharColumns);
    const calledBack = (error: Error, result: pg.QueryArrayResult) =>
      callback(error, result && noteCharColumns(result));
    return query.apply(this, [...args.slice(0, -1), calledBack]);
  }
}

function noteCharColumns(result: pg.QueryArrayResult): pg.QueryArrayResult {
  const indexes: number[] = [];
  for (const [index, field] of (result.fields ?? []).entries()) {
    if (field.dataTypeID !== CHAR_OID) continue;
    field.dataTypeID = TEXT_OID;
    indexes.push(index);
  }
  if (indexes.length > 0) charColumns.set(result.rows, indexes);
  return result;
}

class CatalogAdapter extends PrismaPg {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  /** PostgreSQL's error for the failed script: the engine only reports that one failed. */
  scriptError: Error | undefined;

  constructor(pool: pg.Pool, schema: string) {
    super(pool, { schema });
    this.#pool = pool;
    this.#schema = schema;
  }

  override async connect() {
    const adapter = await super.connect();
    // The adapter's own version splits a script at every semicolon, including those in comments and function bodies. Sent as
    // a whole, it is also one transaction: a migration is applied completely or not at all.
    adapter.executeScript = async (script) => {
      await runAlone(this.#pool, this.#schema, `${script}\n;${FINISH}`).catch((error: Error) => {
        this.scriptError = error;
        throw error;
      });
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

/** Runs `script` as one transaction, while no other script runs, as soon as it gets its locks. */
async function runAlone(pool: pg.Pool, schema: string, script: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await pool.query(`SELECT pg_advisory_xact_lock(${SCRIPT_LOCK});\n${script}`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === 1) console.error(`${schema}: waits until a table that it changes is not in use`);
      await sleep(Math.min(RETRY_MS * tries, RETRY_MAX_MS));
    }
  }
}

/**
 * Runs `act` with Prisma's migration engine, as WebAssembly, on the database at `adminUrl`, acting as `owner`'s role. The
 * `prisma` CLI would download a native engine, which fails where only a package registry is reachable.
 */
async function withEngine<Result>(
  adminUrl: string,
  owner: Owner,
  act: (engine: SchemaEngine, pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    options: `-c role=${owner}_owner -c search_path=${owner} -c lock_timeout=${LOCK_TIMEOUT_MS}`,
    idleTimeoutMillis: 50,
    Client: CatalogClient as unknown as new () => pg.ClientBase,
  } as pg.PoolConfig);
  pool.on('error', () => {});
  const adapter = new CatalogAdapter(pool, owner);
  const engine = await SchemaEngine.new(
    { datamodels: [schemaFile(owner)] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await act(engine, pool);
  } catch (error) {
    if (!adapter.scriptError) throw error;
    throw new Error(`${owner}: ${adapter.scriptError.message}\n${(error as Error).message}`, { cause: error });
  } finally {
    engine.free();
    await pool.end();
  }
}

function schemaFile(owner: Owner): [string, string] {
  const path = join(prismaFolder(owner), 'schema.prisma');
  return [path, readFileSync(path, 'utf8')];
}

/** The owner's migrations in order, in the engine's format. */
export function migrationList(owner: Owner): MigrationList {
  const baseDir = join(prismaFolder(owner), 'migrations');
  const folders = existsSync(baseDir)
    ? readdirSync(baseDir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : [];
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: folders.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** The SQL that migrates the database to the owner's schema.prisma; empty when they match. */
export function sqlToSchema(adminUrl: string, owner: Owner): Promise<string> {
  return withEngine(adminUrl, owner, async (engine) => {
    const [path, content] = schemaFile(owner);
    const diff = await engine.diff({
      from: { tag: 'schemaDatasource', files: [{ path, content }], configDir: prismaFolder(owner) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return diff.exitCode === 0 ? '' : (diff.stdout ?? '');
  });
}

/** Forgets a migration that neither finished nor failed, because its migrator was killed or the database went away: it was rolled back. */
const FORGET_INTERRUPTED = `
  DO $$ BEGIN
    IF to_regclass('_prisma_migrations') IS NOT NULL THEN
      DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL;
    END IF;
  END $$`;

/**
 * Applies the owner's migrations (or the given ones) that the database lacks; returns their names. Nobody else may be doing so:
 * `migrateAll` makes sure of that.
 */
export function applyMigrations(
  adminUrl: string,
  owner: Owner,
  migrationsList: MigrationList = migrationList(owner),
): Promise<string[]> {
  return withEngine(adminUrl, owner, async (engine, pool) => {
    await runAlone(pool, owner, FORGET_INTERRUPTED);
    const done = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return done.appliedMigrationNames;
  });
}
