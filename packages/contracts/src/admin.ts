import { z } from 'zod';
import { internalTenant, user } from './auth.ts';
import { email, flag, id, idParam, listLimit, optionalText, requiredText, uuid } from './fields.ts';

/** POST /api/beta-signup */
export const betaApplicationInput = z.object({
  companyName: requiredText('Company name', 120),
  email,
  contactName: requiredText('Contact name', 100),
  phone: optionalText('Phone', 40).default(null),
  restaurantType: optionalText('Restaurant type', 100).default(null),
  estimatedTables: optionalText('Number of tables', 50).default(null),
});
export type BetaApplicationInput = z.infer<typeof betaApplicationInput>;

export const betaApplication = z.object({
  id: z.int(),
  companyName: z.string(),
  email: z.string(),
  contactName: z.string(),
  phone: z.string().nullable(),
  restaurantType: z.string().nullable(),
  estimatedTables: z.string().nullable(),
});
export type BetaApplication = z.infer<typeof betaApplication>;

/** GET /api/admin/stats; a figure is `null` while the service that owns it does not answer. */
export const adminStats = z.object({
  totalTenants: z.int().nullable(),
  totalUsers: z.int().nullable(),
  totalMenuItems: z.int().nullable(),
});
export type AdminStats = z.infer<typeof adminStats>;

/** GET /api/admin/system-status: whether each service says that it can do its work. */
export const systemStatus = z.object({
  services: z.array(
    z.object({ name: z.enum(['auth', 'menu', 'public-menu', 'qr', 'analytics']), isReady: z.boolean() }),
  ),
});
export type SystemStatus = z.infer<typeof systemStatus>;

/** Where an application for the beta stands. */
export const betaStatus = z.enum(['new', 'accepted', 'declined'], {
  error: 'Status must be new, accepted or declined.',
});
export type BetaStatus = z.infer<typeof betaStatus>;

/** An application as admins see it. `version` grows with every review; `reviewedBy` is the e-mail address of who made the last one. */
export const reviewedApplication = betaApplication.extend({
  status: betaStatus,
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type ReviewedApplication = z.infer<typeof reviewedApplication>;

/** What every paged list of the platform takes: how many rows, and `after` which one, as the page before said in `next`. */
const pageQuery = { after: idParam.optional(), limit: listLimit };

/** GET /api/admin/beta-applications: the newest first. */
export const betaApplicationsQuery = z.object({ status: betaStatus.optional(), ...pageQuery });
export type BetaApplicationsQuery = z.infer<typeof betaApplicationsQuery>;

/** One page of applications; `next` leads to the following one, and is `null` on the last. */
export const betaApplications = z.object({ applications: z.array(reviewedApplication), next: z.int().nullable() });
export type BetaApplications = z.infer<typeof betaApplications>;

/**
 * PUT /api/admin/beta-applications/{id}: a note that is left out stays, an empty one is cleared. `version` is the one that
 * the admin decided on; where somebody else was faster the answer is 409 `conflict`.
 */
export const betaReview = z.object({
  status: betaStatus,
  note: optionalText('Note', 1000).optional(),
  version: id('Version'),
});
export type BetaReview = z.infer<typeof betaReview>;

/** PUT /api/admin/tenants/{id}/status and /api/admin/users/{id}/status: suspends or restores. */
export const statusInput = z.object({ isActive: flag('Active'), reason: requiredText('Reason', 500) });
export type StatusInput = z.infer<typeof statusInput>;

/** What an admin did; the platform itself deletes what its owners have asked it to. */
export const auditAct = z.enum([
  'tenant.suspend',
  'tenant.restore',
  'tenant.delete',
  'user.suspend',
  'user.restore',
  'beta-application.review',
]);
export type AuditAct = z.infer<typeof auditAct>;

/** What kind of thing it was done to. */
export const auditSubjectKind = z.enum(['tenant', 'user', 'beta-application'], {
  error: 'The kind must be tenant, user or beta-application.',
});
export type AuditSubjectKind = z.infer<typeof auditSubjectKind>;

/**
 * How an act ended. It is noted before it is begun, and its end when that is known: `unknown` has no end yet, because it is
 * under way, because its owner did not answer, or because the process died. It may have been done or not; the subject says
 * which, and to do it again does no harm.
 */
export const auditOutcome = z.enum(['done', 'refused', 'unknown']);
export type AuditOutcome = z.infer<typeof auditOutcome>;

/** What an act changed, as it stood: a fact by its name. */
const auditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditFacts = z.infer<typeof auditFacts>;

/** One act of an admin. `before` and `after` hold what it changed, and are `null` unless it was done. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.object({ id: uuid, email: z.string() }),
  act: auditAct,
  /** `name` is what the subject was called when it was done. */
  subject: z.object({ kind: auditSubjectKind, id: z.string(), name: z.string() }),
  reason: z.string().nullable(),
  requestId: z.string(),
  outcome: auditOutcome,
  before: auditFacts.nullable(),
  after: auditFacts.nullable(),
  /** Why it was refused, as the admin was told. */
  refusal: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** GET /api/admin/audit: the newest first; of all subjects, of one kind, or of one subject. */
export const auditQuery = z.object({
  kind: auditSubjectKind.optional(),
  subjectId: z
    .string()
    .regex(/^[0-9a-f-]{1,36}$/, { error: 'The subject must be an id.' })
    .optional(),
  ...pageQuery,
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** One page of the audit log; `next` leads to the following one, and is `null` on the last. */
export const auditLog = z.object({ entries: z.array(auditEntry), next: z.int().nullable() });
export type AuditLog = z.infer<typeof auditLog>;

/** PUT /internal/tenants/{id}/status and /internal/users/{id}/status, as admin asks auth; `actorId` is the admin who wants it. */
export const internalStatusInput = z.object({ isActive: flag('Active'), actorId: uuid });
export type InternalStatusInput = z.infer<typeof internalStatusInput>;

/** What auth answers: how it was before, the restaurant as it is now, and how many sessions that ended. */
export const tenantStatusChange = z.object({ wasActive: z.boolean(), tenant: internalTenant, endedSessions: z.int() });
export type TenantStatusChange = z.infer<typeof tenantStatusChange>;

/** As `tenantStatusChange`, of a user. */
export const userStatusChange = z.object({ wasActive: z.boolean(), user, endedSessions: z.int() });
export type UserStatusChange = z.infer<typeof userStatusChange>;
