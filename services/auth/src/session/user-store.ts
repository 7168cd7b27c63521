import {
  type AccountUser,
  type Place,
  type PlatformUser,
  type Role,
  type SignedInUser,
  type User,
  user,
} from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import type { MemberRole } from '@tavola/contracts/permissions.ts';
import { selectFor } from '@tavola/service-kit/data/columns.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** The user columns that other services may see. */
export const PUBLIC_COLUMNS = selectFor(user);

/** A restaurant that a user works for, with what the user may do there. */
interface OwnPlace extends Place {
  mayDeclare: boolean;
  /** False where it is suspended. */
  isActive: boolean;
}

/** A user with the data needed to sign in. `user` is as in the restaurant of the session, or in the one last used. */
export interface Account {
  user: SignedInUser;
  passwordHash: string;
  /** Every restaurant that the user works for, by name. */
  places: OwnPlace[];
  /** Whether it is a kitchen device's session, which whoever is in the kitchen uses. */
  isKitchenDevice?: true;
}

const ACCOUNT_COLUMNS = {
  ...PUBLIC_COLUMNS,
  emailConfirmedAt: true,
  emailChanges: { orderBy: { expiresAt: 'desc' }, take: 1, select: { email: true, expiresAt: true } },
  passwordHash: true,
  memberships: {
    where: { removedAt: null },
    orderBy: [{ tenant: { name: 'asc' } }, { tenantId: 'asc' }],
    select: {
      role: true,
      mayDeclare: true,
      tenant: { select: { id: true, name: true, slug: true, address: true, isActive: true, deleteAt: true } },
    },
  },
} satisfies Prisma.UserSelect;

type AccountRow = Prisma.UserGetPayload<{ select: typeof ACCOUNT_COLUMNS }>;

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

    /**
     * The account of the user's open session `sid`, as in its restaurant; null where the session has ended, or the account or the
     * restaurant is suspended.
     */
    async bySession(userId: string, sid: string): Promise<Account | null> {
      const row = await asPlatform(db, (tx) =>
        tx.session.findFirst({
          where: { id: sid, userId, endedAt: null },
          select: { tenantId: true, kitchenDeviceId: true, user: { select: ACCOUNT_COLUMNS } },
        }),
      );
      if (!row?.user.isActive) return null;
      const account = inPlace(asAccount(row.user), row.tenantId);
      if (!account || row.kitchenDeviceId === null) return account;
      return { ...account, user: asOnKitchenDevice(account.user), isKitchenDevice: true };
    },

    async byId(id: string): Promise<Account | null> {
      const row = await asPlatform(db, (tx) => tx.user.findUnique({ where: { id }, select: ACCOUNT_COLUMNS }));
      return row && asAccount(row);
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

/**
 * The account as in its restaurant `tenantId`, or without one; null where the user does not work there, or it is suspended. An admin
 * stays one everywhere.
 */
export function inPlace(account: Account, tenantId: string | null): Account | null {
  const { user, places } = account;
  const withoutPlace = {
    tenantId: null,
    role: user.role === 'admin' ? user.role : 'owner',
    mayDeclare: false,
  } as const;
  if (tenantId === null) return { ...account, user: { ...user, ...withoutPlace } };
  const place = places.find(({ id }) => id === tenantId);
  if (!place?.isActive) return null;
  const { role, mayDeclare } = place;
  return { ...account, user: { ...user, tenantId, role: user.role === 'admin' ? user.role : role, mayDeclare } };
}

/** A user as on a kitchen device of the restaurant: staff, with neither the address nor the other restaurants of who set it up. */
export const asOnKitchenDevice = ({ restaurants, newEmail: _newEmail, ...user }: SignedInUser): SignedInUser => ({
  ...user,
  email: '',
  role: 'staff',
  mayDeclare: false,
  restaurants: restaurants.filter(({ id }) => id === user.tenantId),
});

/**
 * The account where a sign-in leads: in the restaurant last used, or the first that is open. Where none is, it is in one that is being
 * deleted; null where all are suspended.
 */
export function whereSignedIn(account: Account): Account | null {
  const { user, places } = account;
  if (!user.isActive) return null;
  if (places.length === 0) return inPlace(account, null);
  const open = places.filter(({ isOpen }) => isOpen);
  const place = open.find(({ id }) => id === user.tenantId) ?? open[0] ?? places.find(({ isActive }) => isActive);
  return place ? inPlace(account, place.id) : null;
}

/** The user of an account as admins see it. */
export function toAccountUser({
  newEmail: _newEmail,
  mayDeclare: _mayDeclare,
  restaurants: _restaurants,
  ...user
}: SignedInUser): AccountUser {
  return user;
}

function asAccount({ emailConfirmedAt, emailChanges, passwordHash, memberships, ...user }: AccountRow): Account {
  const [change] = emailChanges;
  const places = memberships.map(({ role, mayDeclare, tenant: { isActive, deleteAt, ...tenant } }) => ({
    ...tenant,
    role: role as MemberRole,
    mayDeclare,
    isActive,
    // An admin's restaurant is not deleted.
    isOpen: isActive && (user.role === 'admin' || deleteAt === null || deleteAt.getTime() > Date.now()),
    ...(deleteAt && { deleteAt: deleteAt.toISOString() }),
  }));
  const mayDeclare = places.find(({ id }) => id === user.tenantId)?.mayDeclare ?? false;
  return {
    user: {
      ...toUser(user),
      isEmailConfirmed: emailConfirmedAt !== null,
      ...(change && change.expiresAt > new Date() && { newEmail: change.email }),
      mayDeclare,
      restaurants: places.map(({ mayDeclare: _mayDeclare, isActive: _isActive, ...place }) => place),
    },
    passwordHash,
    places,
  };
}
