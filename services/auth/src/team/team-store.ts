import { MEMBER_ROLES, type MemberRole } from '@tavola/contracts/permissions.ts';
import type { Member, MemberNames, Team } from '@tavola/contracts/team.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { Tx } from '../session/in-user-transaction.ts';

const MEMBER_COLUMNS = {
  userId: true,
  role: true,
  mayDeclare: true,
  createdAt: true,
  user: { select: { name: true, email: true, isActive: true, role: true } },
} satisfies Prisma.MembershipSelect;

/** Most accepted invitations that are listed, newest first. */
const ACCEPTED_MAX = 50;

/** Most people whose names are listed: the team of today, and those who left last. */
const NAMES_MAX = 500;

/** The people of the restaurant `tenantId`. */
export function teamStore(db: PrismaClient, tenantId: string) {
  return {
    /** Its members, owners first, its open invitations, newest first, and who accepted one lately. */
    list: (): Promise<Team> =>
      asTenant(db, tenantId, async (tx) => {
        const members = await tx.membership.findMany({
          where: { tenantId, removedAt: null },
          orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
          select: MEMBER_COLUMNS,
        });
        const invitations = await tx.invitation.findMany({
          where: { tenantId, endedAt: null, expiresAt: { gt: new Date() } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        });
        const accepted = await tx.invitation.findMany({
          where: { tenantId, acceptedBy: { not: null }, expiresAt: { gt: new Date() } },
          orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
          take: ACCEPTED_MAX,
          select: { id: true, acceptedBy: true },
        });
        return {
          members: members.map(asMember).toSorted((one, other) => rank(one) - rank(other)),
          invitations: invitations.map(({ id, email, role, mayDeclare, invitedBy, createdAt, expiresAt }) => ({
            id,
            email,
            role: role as MemberRole,
            mayDeclare,
            invitedBy,
            createdAt: createdAt.toISOString(),
            expiresAt: expiresAt.toISOString(),
          })),
          accepted: accepted.map(({ id, acceptedBy }) => ({ id, userId: acceptedBy as string })),
        };
      }),

    /** The names of all who work or worked for it. */
    names: (): Promise<MemberNames> =>
      asTenant(db, tenantId, async (tx) => {
        const found = await tx.membership.findMany({
          where: { tenantId },
          orderBy: [{ removedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }, { userId: 'asc' }],
          take: NAMES_MAX,
          select: { userId: true, user: { select: { name: true } } },
        });
        return found.map(({ userId, user: { name } }) => ({ userId, name }));
      }),

    find: (userId: string): Promise<Member | null> => asTenant(db, tenantId, (tx) => findMember(tx, tenantId, userId)),
  };
}

/** The member of the restaurant with a user's id, in a transaction of the restaurant; null where there is none. */
export async function findMember(tx: Tx, tenantId: string, userId: string): Promise<Member | null> {
  const found = await tx.membership.findFirst({
    where: { tenantId, userId, removedAt: null },
    select: MEMBER_COLUMNS,
  });
  return found && asMember(found);
}

const rank = ({ role }: Member) => MEMBER_ROLES.indexOf(role);

const asMember = ({
  user,
  createdAt,
  role,
  ...row
}: Prisma.MembershipGetPayload<{ select: typeof MEMBER_COLUMNS }>): Member => ({
  ...row,
  ...user,
  role: role as MemberRole,
  ...(user.role === 'admin' && { isAdmin: true }),
  joinedAt: createdAt.toISOString(),
});
