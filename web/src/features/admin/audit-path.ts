import type { AuditSubjectKind } from '@tavola/contracts/admin.ts';

/** The address of the audit log for one subject. */
export const auditPath = ({ kind, subjectId }: { kind: AuditSubjectKind; subjectId: string }): string =>
  `/admin/audit?${new URLSearchParams({ kind, subjectId })}`;
