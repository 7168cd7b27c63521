import { z } from 'zod';
import { accountUser, internalTenant, platformTenant, platformUser, user } from './auth.ts';
import {
  email,
  flag,
  id,
  idParam,
  listLimit,
  optionalText,
  pictureAddress,
  requiredText,
  storable,
  uuid,
} from './fields.ts';

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

/** What an accepted application gives to sign-up. */
export const betaInvitation = betaApplicationInput.pick({ email: true, contactName: true, companyName: true });
export type BetaInvitation = z.infer<typeof betaInvitation>;

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

/** GET /api/beta-spots: how many of the beta's places are left; from 0 on, applicants are on the waitlist. */
export const betaSpots = z.object({ remaining: z.int().min(0) });
export type BetaSpots = z.infer<typeof betaSpots>;

/** GET /api/admin/stats; a figure is `null` while its service does not respond. */
export const adminStats = z.object({
  totalTenants: z.int().nullable(),
  totalUsers: z.int().nullable(),
  totalMenuItems: z.int().nullable(),
});
export type AdminStats = z.infer<typeof adminStats>;

export const betaStatus = z.enum(['new', 'accepted', 'declined'], {
  error: 'Status must be new, accepted or declined.',
});
export type BetaStatus = z.infer<typeof betaStatus>;

/**
 * An application as admins see it. `version` grows with every review; `reviewedBy` is the last reviewer's e-mail address; `invitedAt` is
 * when the mail with the way to sign up was handed over, null until then.
 */
export const reviewedApplication = betaApplication.extend({
  status: betaStatus,
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  invitedAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type ReviewedApplication = z.infer<typeof reviewedApplication>;

/** Query of every paged list of the platform: the page size, and `after`, the `next` value of the page before. */
const pageQuery = { after: idParam.optional(), limit: listLimit };

/** GET /api/admin/beta-applications: the newest first. */
export const betaApplicationsQuery = z.object({ status: betaStatus.optional(), ...pageQuery });
export type BetaApplicationsQuery = z.infer<typeof betaApplicationsQuery>;

/** One page of applications; `next` is the cursor of the following page, `null` on the last. */
export const betaApplications = z.object({ applications: z.array(reviewedApplication), next: z.int().nullable() });
export type BetaApplications = z.infer<typeof betaApplications>;

/**
 * PUT /api/admin/beta-applications/{id}: without `note` the note stays, an empty one clears it. `version` is the version
 * that the admin reviewed; a newer one in the database gives 409 `conflict`.
 */
export const betaReview = z.object({
  status: betaStatus,
  note: optionalText('Note', 1000).optional(),
  version: id('Version'),
});
export type BetaReview = z.infer<typeof betaReview>;

/** What a search of restaurants or users can be limited to. */
export const standing = z.enum(['active', 'suspended', 'to-be-deleted'], {
  error: 'The standing must be active, suspended or to-be-deleted.',
});
export type Standing = z.infer<typeof standing>;

/** Longest search text, in characters. */
export const SEARCH_LENGTH_MAX = 100;

/**
 * GET /api/admin/tenants/search and /api/admin/users/search: those in which every word of `q` occurs, ignoring case, newest
 * first. Restaurants are searched by name, slug and their users' addresses; users by name, address and the names and slugs of their
 * restaurants. Users all of whose restaurants are to be deleted are to be deleted, too.
 */
export const directoryQuery = z.object({
  q: storable('The search')
    .trim()
    .max(SEARCH_LENGTH_MAX, { error: `The search can be at most ${SEARCH_LENGTH_MAX} characters long.` })
    .default(''),
  standing: standing.optional(),
  /** The `next` value of the page before: creation time (Unix time in milliseconds) and id of its last row. */
  after: z
    .string()
    .regex(/^[0-9]{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
      error: 'after must be the next value of a page.',
    })
    .optional(),
  limit: listLimit,
});
export type DirectoryQuery = z.infer<typeof directoryQuery>;

/** How many match the search, in all and by standing. A suspended restaurant that is to be deleted counts as both. */
const directoryCounts = z.object({
  all: z.int(),
  active: z.int(),
  suspended: z.int(),
  toBeDeleted: z.int(),
});
export type DirectoryCounts = z.infer<typeof directoryCounts>;

/** How many of a restaurant's people, or of a user's restaurants, a search names. */
export const NAMED_MAX = 3;

/**
 * A restaurant in a search, with the e-mail addresses of its first users, at most `NAMED_MAX`, and how many more there are. An auth of
 * the version before does not say that.
 */
export const foundTenant = platformTenant.extend({ emails: z.array(z.string()), moreEmails: z.int().optional() });
export type FoundTenant = z.infer<typeof foundTenant>;

/**
 * A user in a search, with the restaurant last used; one that is not to be deleted, if there is one. `alsoIn`: the names of the next, up
 * to `NAMED_MAX` in all, and how many more there are. An auth of the version before does not say that.
 */
export const foundUser = platformUser.extend({
  restaurant: platformTenant.pick({ name: true, slug: true, deleteAt: true }).nullable(),
  alsoIn: z.object({ names: z.array(z.string()), more: z.int() }).optional(),
});
export type FoundUser = z.infer<typeof foundUser>;

/** One page of restaurants; `next` is the cursor of the following page, `null` on the last. */
export const foundTenants = z.object({
  tenants: z.array(foundTenant),
  counts: directoryCounts,
  next: z.string().nullable(),
});
export type FoundTenants = z.infer<typeof foundTenants>;

/** One page of users, as `foundTenants`. */
export const foundUsers = z.object({ users: z.array(foundUser), counts: directoryCounts, next: z.string().nullable() });
export type FoundUsers = z.infer<typeof foundUsers>;

/** Most users of a restaurant that an answer has. */
export const PEOPLE_MAX = 50;

/** GET /internal/tenants/{id}/overview of auth: a restaurant, its first users, and when one of them last signed in. */
export const tenantAccount = z.object({
  tenant: platformTenant.required({ createdAt: true }),
  people: z.array(accountUser.extend({ createdAt: z.iso.datetime() })),
  lastSignInAt: z.iso.datetime().nullable(),
});
export type TenantAccount = z.infer<typeof tenantAccount>;

/** GET /internal/tenants/{tenantId}/usage: a figure of a restaurant, by the name of what it counts. */
export const codeUsage = z.object({ codes: z.int() });
export const scanUsage = z.object({ scans: z.int() });

/**
 * GET /api/admin/tenants/{id}/overview. `lastActiveAt` is the last sign-in or change of the menu. Dishes, codes in use and scans of
 * the last 30 days are `null` while their service does not respond.
 */
export const tenantOverview = tenantAccount.omit({ lastSignInAt: true }).extend({
  lastActiveAt: z.iso.datetime().nullable(),
  dishes: z.int().nullable(),
  codes: z.int().nullable(),
  scans: z.int().nullable(),
});
export type TenantOverview = z.infer<typeof tenantOverview>;

/** PUT /api/admin/tenants/{id}/status and /api/admin/users/{id}/status: suspends or restores. */
export const statusInput = z.object({ isActive: flag('Active'), reason: requiredText('Reason', 500) });
export type StatusInput = z.infer<typeof statusInput>;

/** PUT /api/admin/tenants/{id}/removed-picture: removes a picture of the restaurant for good. */
export const removedPictureInput = z.object({ picture: pictureAddress, reason: requiredText('Reason', 500) });
export type RemovedPictureInput = z.infer<typeof removedPictureInput>;

/** The address of the picture that was removed, as dishes and restaurants name it. */
export const removedPicture = z.object({ picture: z.string() });
export type RemovedPicture = z.infer<typeof removedPicture>;

/** Admin actions. `tenant.delete` is done by the platform itself, on an owner's request. */
const auditAct = z.enum([
  'tenant.suspend',
  'tenant.restore',
  'tenant.delete',
  'picture.remove',
  'user.suspend',
  'user.restore',
  'beta-application.review',
]);
export type AuditAct = z.infer<typeof auditAct>;

/** The kind of object that an action changed. */
const auditSubjectKind = z.enum(['tenant', 'user', 'beta-application'], {
  error: 'The kind must be tenant, user or beta-application.',
});
export type AuditSubjectKind = z.infer<typeof auditSubjectKind>;

/**
 * An action's outcome. The action is logged before it starts, and its outcome once known. `unknown`: it is still running,
 * its service did not respond, or the process died. It may or may not have been done; the subject's state tells, and
 * repeating it does no harm.
 */
export const auditOutcome = z.enum(['done', 'refused', 'unknown']);
export type AuditOutcome = z.infer<typeof auditOutcome>;

/** The state that an action changed, as facts by name. */
const auditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditFacts = z.infer<typeof auditFacts>;

/** One admin action. `before` and `after` hold what it changed, and are `null` unless it was done. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.object({ id: uuid, email: z.string() }),
  act: auditAct,
  /** `name` is the subject's name at that time. */
  subject: z.object({ kind: auditSubjectKind, id: z.string(), name: z.string() }),
  reason: z.string().nullable(),
  requestId: z.string(),
  outcome: auditOutcome,
  before: auditFacts.nullable(),
  after: auditFacts.nullable(),
  /** The reason shown to the admin if it was refused. */
  refusal: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** GET /api/admin/audit: newest first, for all subjects, one kind or one subject. */
export const auditQuery = z.object({
  kind: auditSubjectKind.optional(),
  subjectId: z
    .string()
    .regex(/^[0-9a-f-]{1,36}$/, { error: 'The subject must be an id.' })
    .optional(),
  ...pageQuery,
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** One page of the audit log; `next` is the cursor of the following page, `null` on the last. */
export const auditLog = z.object({ entries: z.array(auditEntry), next: z.int().nullable() });
export type AuditLog = z.infer<typeof auditLog>;

/** PUT /internal/tenants/{id}/status and /internal/users/{id}/status, called by admin; `actorId` is the acting admin. */
export const internalStatusInput = z.object({ isActive: flag('Active'), actorId: uuid });
export type InternalStatusInput = z.infer<typeof internalStatusInput>;

/** auth's response: the previous status, the restaurant as it is now, and how many sessions were ended. */
export const tenantStatusChange = z.object({ wasActive: z.boolean(), tenant: internalTenant, endedSessions: z.int() });
export type TenantStatusChange = z.infer<typeof tenantStatusChange>;

/** Like `tenantStatusChange`, for a user. */
export const userStatusChange = z.object({ wasActive: z.boolean(), user, endedSessions: z.int() });
export type UserStatusChange = z.infer<typeof userStatusChange>;
