import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import { addressKey } from '@tavola/service-kit/http/address-key.ts';
import { dayStart } from '../tenant/day-start.ts';

/** The client of a request. */
export interface Guest {
  address: string;
  userAgent: string;
}

/** Each is HASH_BYTES in hexadecimal. */
interface GuestHashes {
  /** Of address and browser. */
  visitor: string;
  /** Of the address alone, which can't be chosen freely as the browser's name can. An IPv6 address counts as its /64. */
  network: string;
}

/** Distinguishes the guests of one restaurant within a day, and no longer. */
export interface Visitors {
  /**
   * The same values for the same guest and restaurant during one day of `timeZone`; they do not reveal the guest's
   * identity.
   */
  hashesOf(guest: Guest, tenantId: string, timeZone: string): Promise<GuestHashes>;
  /** Drops the salts of past days. */
  forget(): void;
}

// Random for each day and time zone. The first process creates the salt; the others use it.
const SALT = `
  INSERT INTO visitor_salt (time_zone, day, salt, ends_at)
  SELECT $1, day, $2, ${dayStart('(day + 1)::timestamp', '$1')}
  FROM (SELECT ($3::timestamptz AT TIME ZONE $1)::date AS day) AS today
  ON CONFLICT (time_zone, day) DO UPDATE SET salt = visitor_salt.salt
  RETURNING salt, ends_at AS "endsAt"`;

interface Salt {
  salt: Buffer;
  endsAt: Date;
}

/** Bytes of a hash that are kept: enough to distinguish a day's guests, too few to identify anyone elsewhere. */
const HASH_BYTES = 8;

export function makeVisitors(pool: Pool, now: () => Date): Visitors {
  const salts = new Map<string, Promise<Salt>>();

  const make = async (timeZone: string): Promise<Salt> => {
    const { rows } = await pool.query<Salt>(SALT, [timeZone, randomBytes(32), now()]);
    return rows[0] as Salt;
  };

  const saltOf = async (timeZone: string): Promise<Salt> => {
    const kept = salts.get(timeZone);
    if (kept) {
      const salt = await kept.catch(() => null);
      if (salt && now() < salt.endsAt) return salt;
      if (salts.get(timeZone) === kept) salts.delete(timeZone);
      return saltOf(timeZone);
    }
    const made = make(timeZone);
    salts.set(timeZone, made);
    return made.catch((error) => {
      if (salts.get(timeZone) === made) salts.delete(timeZone);
      throw error;
    });
  };

  return {
    async hashesOf({ address, userAgent }, tenantId, timeZone) {
      const { salt } = await saltOf(timeZone);
      const hashOf = (...parts: string[]) => {
        const hash = createHash('sha256').update(salt);
        for (const part of parts) hash.update(`\0${part}`);
        return hash.digest().subarray(0, HASH_BYTES).toString('hex');
      };
      return { visitor: hashOf(address, userAgent, tenantId), network: hashOf(addressKey(address), tenantId) };
    },
    forget() {
      for (const [timeZone, kept] of salts)
        void kept.then(
          ({ endsAt }) => endsAt <= now() && salts.get(timeZone) === kept && salts.delete(timeZone),
          () => {},
        );
    },
  };
}
