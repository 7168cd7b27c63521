import { analytics, analyticsQuery, dashboardStats, visitInput } from '../analytics.ts';
import { empty, json, operations } from './operation.ts';

/** Common settings of the operations on figures. */
const members = { who: 'signed-in', needs: 'figures.read' } as const;

export const analyticsOperations = operations('analytics', {
  countVisit: {
    method: 'POST',
    path: '/api/public/visits',
    who: 'anyone',
    limit: 'visits',
    summary: 'Report a visit to a menu, sent when a diner leaves the page',
    body: visitInput,
    answers: { 204: empty('Received. The answer does not say whether it counts.') },
  },
  getDashboardStats: {
    ...members,
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'The four figures of the overview',
    answers: { 200: json('The figures.', dashboardStats) },
    problems: ['not-found'],
  },
  getAnalytics: {
    ...members,
    method: 'GET',
    path: '/api/analytics',
    summary: 'Visits in a range of days, by default the last 30',
    query: analyticsQuery,
    answers: { 200: json('The figures.', analytics) },
    problems: ['not-found', 'validation-failed'],
  },
  exportAnalytics: {
    ...members,
    method: 'GET',
    path: '/api/analytics/export.csv',
    gatewayPrefix: '/api/analytics/',
    summary: 'The same figures as a file',
    query: analyticsQuery,
    answers: { 200: { what: 'The file.', type: 'text/csv' } },
    problems: ['not-found', 'validation-failed'],
  },
});
