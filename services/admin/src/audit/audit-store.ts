import type {
  AuditAct,
  AuditEntry,
  AuditFacts,
  AuditLog,
  AuditQuery,
  AuditSubjectKind,
} from '@tavola/contracts/admin.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** An act that an admin is about to do. */
export interface Intent {
  actor: AuditEntry['actor'];
  act: AuditAct;
  subject: AuditEntry['subject'];
  reason: string | null;
  requestId: string;
}

/** The values that an act changed, before and after. */
export interface Changed {
  before: AuditFacts;
  after: AuditFacts;
}

/** The log of admins' acts. It can only be added to and read: its database role allows nothing else. */
export function auditStore(db: Pick<PrismaClient, 'auditEntry' | 'auditOutcome'>) {
  return {
    /** Logs an act before it is done; returns the entry's id. */
    async begin({ actor, act, subject, reason, requestId }: Intent): Promise<number> {
      const { id } = await db.auditEntry.create({
        data: {
          actorId: actor.id,
          actorEmail: actor.email,
          act,
          subjectKind: subject.kind,
          subjectId: subject.id,
          subjectName: subject.name,
          reason,
          requestId,
        },
        select: { id: true },
      });
      return id;
    },

    /** Logs that the act of the entry `entryId` was done. */
    async done(entryId: number, changed: Changed): Promise<void> {
      await db.auditOutcome.create({ data: { entryId, outcome: 'done', ...changed } });
    },

    /** Logs that the act was refused, and why. */
    async refused(entryId: number, refusal: string): Promise<void> {
      await db.auditOutcome.create({ data: { entryId, outcome: 'refused', refusal } });
    },

    /** One page of the log, newest first. */
    async page({ kind, subjectId, after, limit }: AuditQuery): Promise<AuditLog> {
      const rows = await db.auditEntry.findMany({
        where: {
          ...(kind && { subjectKind: kind }),
          ...(subjectId !== undefined && { subjectId }),
          ...(after !== undefined && { id: { lt: after } }),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
        include: { outcome: true },
      });
      const entries = rows.slice(0, limit).map(asEntry);
      return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
    },
  };
}

type Row = Prisma.AuditEntryGetPayload<{ include: { outcome: true } }>;

function asEntry({ id, at, outcome, ...row }: Row): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor: { id: row.actorId, email: row.actorEmail },
    act: row.act as AuditAct,
    subject: { kind: row.subjectKind as AuditSubjectKind, id: row.subjectId, name: row.subjectName },
    reason: row.reason,
    requestId: row.requestId,
    outcome: (outcome?.outcome ?? 'unknown') as AuditEntry['outcome'],
    before: (outcome?.before ?? null) as AuditFacts | null,
    after: (outcome?.after ?? null) as AuditFacts | null,
    refusal: outcome?.refusal ?? null,
  };
}
