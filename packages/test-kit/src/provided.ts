import { inject } from 'vitest';

/** What a test run's set-up provides to every test file. */
export interface Provided {
  /** The superuser's URL. */
  adminUrl: string;
  redisUrl: string;
  /** The migrated database that test databases are copied from. */
  templateDatabase: string;
  /** The password of every owner's role. */
  ownerPassword: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    servers: Provided;
  }
}

/** The servers of this test run. */
export const provided = (): Provided => inject('servers');
