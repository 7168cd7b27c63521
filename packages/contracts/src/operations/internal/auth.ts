import { z } from 'zod';
import {
  betaInvitation,
  directoryQuery,
  foundTenants,
  foundUsers,
  internalStatusInput,
  tenantAccount,
  tenantStatusChange,
  userStatusChange,
} from '../../admin.ts';
import {
  accountUser,
  activeSlugs,
  authStats,
  changedAddresses,
  dueDeletions,
  internalTenant,
  platformTenant,
  platformUser,
  sessionEnds,
  tenantAtSlug,
} from '../../auth.ts';
import { listLimit, uuid } from '../../fields.ts';
import { usedPictures } from '../../pictures.ts';
import { isSlug } from '../../slug.ts';
import { empty, json, operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

const newest = z.object({ limit: listLimit });

/** One page of slugs: those after `after`, at most `limit`. */
const slugPage = z.object({
  after: z.string().refine(isSlug, { error: 'after must be a slug.' }).default(''),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, { error: 'The limit must be a whole number from 1 to 10000.' })
    .transform(Number)
    .pipe(z.int().max(10_000, { error: 'The limit can be at most 10000.' }))
    .default(10_000),
});

/** The time, in milliseconds, and slug after which changed addresses are listed. */
const addressCursor = z
  .string()
  .regex(/^[0-9]{1,15}_[a-z0-9-]{0,63}$/, { error: 'after must be the next value of a page.' })
  .transform((text) => {
    const [ms, slug = ''] = text.split('_');
    return { ms: Number(ms), slug };
  });

/** The sequence number after which session ends are listed. */
const endNumber = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, { error: 'after must be a whole number.' })
  .transform(Number);

export const internalAuthOperations = operations('auth', {
  ...dataOwnerEntries('auth'),
  listTenants: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants',
    summary: 'The newest restaurants',
    query: newest,
    answers: { 200: json('The restaurants, newest first.', z.array(platformTenant)) },
  },
  findTenants: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/search',
    summary: 'Search restaurants',
    query: directoryQuery,
    answers: { 200: json('A page of restaurants.', foundTenants) },
  },
  getTenant: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{id}',
    summary: 'A restaurant',
    params: { id: uuid },
    answers: { 200: json('The restaurant.', internalTenant) },
  },
  getTenantAccount: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{id}/overview',
    summary: 'A restaurant with its users and its last sign-in',
    params: { id: uuid },
    answers: { 200: json('The restaurant.', tenantAccount) },
  },
  getTenantAtSlug: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/by-slug/{slug}',
    summary: 'The restaurant that has or had a slug',
    params: { slug: z.string() },
    answers: { 200: json('The restaurant.', tenantAtSlug) },
  },
  listSlugs: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/slugs',
    summary: 'The slugs of active restaurants that search engines may find',
    query: slugPage,
    answers: { 200: json('A page of slugs, in order.', activeSlugs) },
  },
  listChangedAddresses: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/changed-addresses',
    summary: 'The addresses of menus that began or ceased to lead to one',
    query: z.object({ after: addressCursor }),
    answers: { 200: json('A page of addresses, oldest change first.', changedAddresses) },
  },
  listUsedPictures: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{tenantId}/pictures',
    summary: "The pictures in a restaurant's profile",
    params: { tenantId: uuid },
    answers: { 200: json('The pictures.', usedPictures) },
  },
  changeTenantStatus: {
    who: 'service',
    method: 'PUT',
    path: '/internal/tenants/{id}/status',
    summary: 'Suspend or restore a restaurant',
    params: { id: uuid },
    body: internalStatusInput,
    answers: { 200: json('What changed.', tenantStatusChange) },
  },
  listDueDeletions: {
    who: 'service',
    method: 'GET',
    path: '/internal/deletions',
    summary: 'The restaurants whose grace period is over',
    answers: { 200: json('The restaurants.', dueDeletions) },
  },
  listUsers: {
    who: 'service',
    method: 'GET',
    path: '/internal/users',
    summary: 'The newest users',
    query: newest,
    answers: { 200: json('The users, newest first.', z.array(platformUser)) },
  },
  findUsers: {
    who: 'service',
    method: 'GET',
    path: '/internal/users/search',
    summary: 'Search users',
    query: directoryQuery,
    answers: { 200: json('A page of users.', foundUsers) },
  },
  getUser: {
    who: 'service',
    method: 'GET',
    path: '/internal/users/{id}',
    summary: 'A user',
    params: { id: uuid },
    answers: { 200: json('The user.', accountUser) },
  },
  changeUserStatus: {
    who: 'service',
    method: 'PUT',
    path: '/internal/users/{id}/status',
    summary: 'Suspend or restore a user',
    params: { id: uuid },
    body: internalStatusInput,
    answers: { 200: json('What changed.', userStatusChange) },
  },
  getStats: {
    who: 'service',
    method: 'GET',
    path: '/internal/stats',
    summary: 'How many restaurants and users there are',
    answers: { 200: json('The figures.', authStats) },
  },
  mailBetaInvitation: {
    who: 'service',
    method: 'POST',
    path: '/internal/beta-invitations',
    summary: 'Mail an applicant for the beta the way to sign up',
    body: betaInvitation,
    answers: { 204: empty('The mail is on its way.') },
  },
  listSessionEnds: {
    who: 'service',
    method: 'GET',
    path: '/internal/session-ends',
    summary: 'Sessions that ended before their tokens expire',
    query: z.object({ after: endNumber }),
    answers: { 200: json('The ends, in order.', sessionEnds) },
  },
});
