import { inject } from 'vitest';

/** What the set-up of a test run hands to every test file. */
export interface Provided {
  /** The superuser's URL. */
  adminUrl: string;
  redisUrl: string;
  /** The migrated database that every test database is a copy of. */
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
