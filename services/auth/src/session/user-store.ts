import { type PlatformUser, type Role, type SignedInUser, type User, user } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { selectFor } from '@tavola/service-kit/data/columns.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/** The user columns that other services may see. */
export const PUBLIC_COLUMNS = selectFor(user);

/** A user with the data needed to sign in. */
export interface Account {
  user: SignedInUser;
  passwordHash: string;
  /** Whether neither the user nor the user's restaurant is suspended. */
  isOpen: boolean;
}

const ACCOUNT_COLUMNS = {
  ...PUBLIC_COLUMNS,
  emailConfirmedAt: true,
  passwordHash: true,
  tenant: { select: { isActive: true } },
} as const;

interface AccountRow extends Omit<User, 'role'> {
  role: string;
  emailConfirmedAt: Date | null;
  passwordHash: string;
  tenant: { isActive: boolean } | null;
}

/** Users, looked up before their tenant is known. */
export function userStore(db: PrismaClient) {
  return {
    /** The account with this e-mail address, ignoring case. */
    async byEmail(address: string): Promise<Account | null> {
      const row = await asPlatform(db, (tx) =>
        tx.user.findUnique({ where: { emailKey: emailKey(address) }, select: ACCOUNT_COLUMNS }),
      );
      return row && asAccount(row);
    },

    /** The account of the user's open session `sid`; null where the session has ended or the account is suspended. */
    async bySession(userId: string, sid: string): Promise<Account | null> {
      const row = await asPlatform(db, (tx) =>
        tx.session.findFirst({
          where: { id: sid, userId, endedAt: null },
          select: { user: { select: ACCOUNT_COLUMNS } },
        }),
      );
      const account = row && asAccount(row.user);
      return account?.isOpen ? account : null;
    },

    async byId(id: string): Promise<SignedInUser | null> {
      const row = await asPlatform(db, (tx) => tx.user.findUnique({ where: { id }, select: ACCOUNT_COLUMNS }));
      return row && asAccount(row).user;
    },

    /** The newest users of the whole platform. */
    async newest(limit: number): Promise<PlatformUser[]> {
      const rows = await asPlatform(db, (tx) =>
        tx.user.findMany({
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: limit,
          select: { ...PUBLIC_COLUMNS, createdAt: true },
        }),
      );
      return rows.map(({ createdAt, ...row }) => ({ ...toUser(row), createdAt: createdAt.toISOString() }));
    },

    count: (): Promise<number> => asPlatform(db, (tx) => tx.user.count()),
  };
}

/** Converts a row to the contract's type. */
export const toUser = (row: Omit<User, 'role'> & { role: string }): User => ({ ...row, role: row.role as Role });

function asAccount({ emailConfirmedAt, passwordHash, tenant, ...user }: AccountRow): Account {
  const isEmailConfirmed = emailConfirmedAt !== null;
  return {
    user: { ...toUser(user), isEmailConfirmed },
    passwordHash,
    isOpen: user.isActive && (tenant?.isActive ?? true),
  };
}
