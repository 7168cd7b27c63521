import { z } from 'zod';
import {
  adminStats,
  auditLog,
  auditQuery,
  betaApplication,
  betaApplicationInput,
  betaApplications,
  betaApplicationsQuery,
  betaReview,
  betaSpots,
  directoryQuery,
  foundTenants,
  foundUsers,
  removedPicture,
  removedPictureInput,
  reviewedApplication,
  statusInput,
  tenantOverview,
} from '../admin.ts';
import { platformTenant, platformUser, tenant, user } from '../auth.ts';
import { dataExport } from '../export.ts';
import { idParam, listLimit, uuid } from '../fields.ts';
import { pricing } from '../pricing.ts';
import { systemStatus } from '../system-status.ts';
import { json, operations } from './operation.ts';

const query = z.object({ limit: listLimit });

/** Common settings of all admin operations. */
const admins = { who: 'admin', isSlow: true, gatewayPrefix: '/api/admin/' } as const;

/** Common settings of an owner's export operations. */
const exporters = { who: 'signed-in', needs: 'restaurant.own' } as const;

export const adminOperations = operations('admin', {
  startDataExport: {
    ...exporters,
    method: 'POST',
    path: '/api/account/export',
    limit: 'export',
    summary: 'Start an export of all data of the restaurant',
    answers: { 202: json('The export has started. While it runs, another request returns the same one.', dataExport) },
  },
  getDataExport: {
    ...exporters,
    method: 'GET',
    path: '/api/account/export/progress',
    summary: 'Progress of the export',
    answers: { 200: json('Its progress.', dataExport) },
  },
  getDataExportFile: {
    ...exporters,
    method: 'GET',
    path: '/api/account/export/file',
    isSlow: true,
    summary: 'Download the export: all tables as JSON and CSV. Available for an hour',
    answers: { 200: { what: 'The file.', type: 'application/zip' } },
    problems: ['not-found'],
  },
  applyForBeta: {
    method: 'POST',
    path: '/api/beta-signup',
    who: 'anyone',
    limit: 'beta-signup',
    summary: 'Apply for the beta',
    acceptsIdempotencyKey: true,
    body: betaApplicationInput,
    answers: { 201: json('The saved application.', betaApplication) },
  },
  getBetaSpots: {
    method: 'GET',
    path: '/api/beta-spots',
    who: 'anyone',
    limit: 'other',
    summary: 'How many places the beta has left',
    answers: { 200: json('The places that no accepted application has.', betaSpots) },
  },
  getPricing: {
    method: 'GET',
    path: '/api/pricing',
    who: 'anyone',
    limit: 'other',
    summary: 'What the operator charges restaurants',
    answers: { 200: json('The plans, none if the operator says nothing of prices.', pricing) },
  },
  getPlatformStats: {
    ...admins,
    method: 'GET',
    path: '/api/admin/stats',
    summary: "The platform's figures",
    answers: { 200: json('The figures; null if their service does not answer.', adminStats) },
  },
  getSystemStatus: {
    ...admins,
    method: 'GET',
    path: '/api/admin/system-status',
    summary: "The platform's health",
    answers: { 200: json('Whether each service reports that it is ready; at most 5 s old.', systemStatus) },
  },
  listTenants: {
    ...admins,
    method: 'GET',
    path: '/api/admin/tenants',
    summary: 'The newest restaurants',
    query,
    answers: { 200: json('The restaurants, newest first.', z.array(platformTenant)) },
    problems: ['validation-failed'],
  },
  listUsers: {
    ...admins,
    method: 'GET',
    path: '/api/admin/users',
    summary: 'The newest users',
    query,
    answers: { 200: json('The users, newest first.', z.array(platformUser)) },
    problems: ['validation-failed'],
  },
  findTenants: {
    ...admins,
    method: 'GET',
    path: '/api/admin/tenants/search',
    summary: 'Search all restaurants by name, slug, e-mail address and status, page by page',
    query: directoryQuery,
    answers: { 200: json('One page, newest first, and the total.', foundTenants) },
    problems: ['validation-failed'],
  },
  findUsers: {
    ...admins,
    method: 'GET',
    path: '/api/admin/users/search',
    summary: 'Search all users by name, e-mail address, restaurant and status, page by page',
    query: directoryQuery,
    answers: { 200: json('One page, newest first, and the total.', foundUsers) },
    problems: ['validation-failed'],
  },
  getTenantOverview: {
    ...admins,
    method: 'GET',
    path: '/api/admin/tenants/{id}/overview',
    summary: 'A restaurant with its users and its use of the platform',
    params: { id: uuid },
    answers: { 200: json('The restaurant; a figure is null if its service does not answer.', tenantOverview) },
    problems: ['validation-failed'],
  },
  changeTenantStatus: {
    ...admins,
    method: 'PUT',
    path: '/api/admin/tenants/{id}/status',
    summary: 'Suspend or restore a restaurant. Suspending closes its menu and signs its users out',
    params: { id: uuid },
    body: statusInput,
    answers: { 200: json('The updated restaurant.', tenant) },
    problems: ['conflict'],
  },
  removePicture: {
    ...admins,
    method: 'PUT',
    path: '/api/admin/tenants/{id}/removed-picture',
    summary: 'Remove a picture of a restaurant. The restaurant cannot upload it again',
    params: { id: uuid },
    body: removedPictureInput,
    answers: { 200: json('The picture is removed.', removedPicture) },
  },
  changeUserStatus: {
    ...admins,
    method: 'PUT',
    path: '/api/admin/users/{id}/status',
    summary: 'Suspend or restore a user. Suspended users are signed out and cannot sign in',
    params: { id: uuid },
    body: statusInput,
    answers: { 200: json('The updated user.', user) },
    problems: ['conflict'],
  },
  listBetaApplications: {
    ...admins,
    method: 'GET',
    path: '/api/admin/beta-applications',
    summary: 'Applications for the beta, page by page',
    query: betaApplicationsQuery,
    answers: { 200: json('One page, newest first.', betaApplications) },
    problems: ['validation-failed'],
  },
  reviewBetaApplication: {
    ...admins,
    method: 'PUT',
    path: '/api/admin/beta-applications/{id}',
    summary:
      'Accept or decline an application, or reset it, with a note. Who is accepted gets a mail with the way to sign up',
    params: { id: idParam },
    body: betaReview,
    answers: { 200: json('The updated application.', reviewedApplication) },
    problems: ['conflict'],
  },
  listAuditEntries: {
    ...admins,
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The audit log of admins, page by page',
    query: auditQuery,
    answers: { 200: json('One page of the log, newest first.', auditLog) },
    problems: ['validation-failed'],
  },
});
