import type { Role, User } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { asPlatform } from '@tavola/service-kit/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

const PUBLIC_COLUMNS = { id: true, name: true, email: true, role: true, isActive: true, tenantId: true } as const;

/** Users, looked up before it is known which tenant they belong to. */
export function userStore(db: PrismaClient) {
  return {
    /** The user with this e-mail address, in whatever case, and the hash of the password. */
    async byEmail(address: string): Promise<{ user: User; passwordHash: string } | null> {
      const row = await asPlatform(db, (tx) =>
        tx.user.findUnique({
          where: { emailKey: emailKey(address) },
          select: { ...PUBLIC_COLUMNS, passwordHash: true },
        }),
      );
      if (!row) return null;
      const { passwordHash, ...user } = row;
      return { user: asUser(user), passwordHash };
    },

    async byId(id: string): Promise<User | null> {
      const row = await asPlatform(db, (tx) => tx.user.findUnique({ where: { id }, select: PUBLIC_COLUMNS }));
      return row && asUser(row);
    },

    /** The newest users of the whole platform. */
    async newest(limit: number): Promise<User[]> {
      const rows = await asPlatform(db, (tx) =>
        tx.user.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit, select: PUBLIC_COLUMNS }),
      );
      return rows.map(asUser);
    },

    count: (): Promise<number> => asPlatform(db, (tx) => tx.user.count()),
  };
}

const asUser = (row: Omit<User, 'role'> & { role: string }): User => ({ ...row, role: row.role as Role });
