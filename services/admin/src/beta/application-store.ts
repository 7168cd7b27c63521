import type {
  BetaApplication,
  BetaApplicationInput,
  BetaApplications,
  BetaApplicationsQuery,
  BetaReview,
  BetaStatus,
  ReviewedApplication,
} from '@tavola/contracts/admin.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

const COLUMNS = {
  id: true,
  companyName: true,
  email: true,
  contactName: true,
  phone: true,
  restaurantType: true,
  estimatedTables: true,
} as const;

const REVIEWED_COLUMNS = {
  ...COLUMNS,
  status: true,
  note: true,
  createdAt: true,
  reviewedBy: true,
  reviewedAt: true,
  invitedAt: true,
  version: true,
} as const;

/** Applications for the beta. */
export function applicationStore(db: Pick<PrismaClient, 'betaApplication'>) {
  return {
    add: (data: BetaApplicationInput): Promise<BetaApplication> => db.betaApplication.create({ data, select: COLUMNS }),

    async find(id: number): Promise<ReviewedApplication | null> {
      const row = await db.betaApplication.findUnique({ where: { id }, select: REVIEWED_COLUMNS });
      return row && asReviewed(row);
    },

    /** One page of applications, newest first. */
    async page({ status, after, limit }: BetaApplicationsQuery): Promise<BetaApplications> {
      const rows = await db.betaApplication.findMany({
        where: { ...(status && { status }), ...(after !== undefined && { id: { lt: after } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: REVIEWED_COLUMNS,
      });
      const applications = rows.slice(0, limit).map(asReviewed);
      return { applications, next: rows.length > limit ? (applications.at(-1)?.id ?? null) : null };
    },

    /** How many are accepted; no more than `most` are counted. */
    async countAccepted(most: number): Promise<number> {
      const rows = await db.betaApplication.findMany({
        where: { status: 'accepted' },
        take: most,
        select: { id: true },
      });
      return rows.length;
    },

    /** Notes that its applicant was invited. */
    async invited(id: number): Promise<ReviewedApplication> {
      const row = await db.betaApplication.update({
        where: { id },
        data: { invitedAt: new Date() },
        select: REVIEWED_COLUMNS,
      });
      return asReviewed(row);
    },

    /** Saves the review by `reviewedBy` of the version in `review`; null if the version has changed. */
    async review(
      id: number,
      { status, note, version }: BetaReview,
      reviewedBy: string,
    ): Promise<ReviewedApplication | null> {
      const [row] = await db.betaApplication.updateManyAndReturn({
        where: { id, version },
        data: {
          status,
          ...(note !== undefined && { note }),
          reviewedBy,
          reviewedAt: new Date(),
          version: { increment: 1 },
        },
        select: REVIEWED_COLUMNS,
      });
      return row ? asReviewed(row) : null;
    },
  };
}

type Row = Prisma.BetaApplicationGetPayload<{ select: typeof REVIEWED_COLUMNS }>;

const asReviewed = (row: Row): ReviewedApplication => ({
  ...row,
  status: row.status as BetaStatus,
  createdAt: row.createdAt.toISOString(),
  reviewedAt: row.reviewedAt?.toISOString() ?? null,
  invitedAt: row.invitedAt?.toISOString() ?? null,
});
