import { analytics, analyticsQuery, dashboardStats, visitInput } from '../analytics.ts';
import { empty, json, type Operation } from './operation.ts';

/** What all of an owner's figures have in common. */
const owners = { service: 'analytics', who: 'signed-in', isTenants: true } as const;

export const analyticsOperations: readonly Operation[] = [
  {
    id: 'countVisit',
    method: 'POST',
    path: '/api/public/visits',
    service: 'analytics',
    who: 'anyone',
    summary: "Say that a menu was read, as a diner's page does when it is left",
    body: visitInput,
    answers: { 204: empty('It was heard. Whether it counts is not said.') },
  },
  {
    ...owners,
    id: 'getDashboardStats',
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'The four figures of the overview',
    answers: { 200: json('The figures.', dashboardStats) },
    problems: ['not-found'],
  },
  {
    ...owners,
    id: 'getAnalytics',
    method: 'GET',
    path: '/api/analytics',
    summary: 'What was counted in a range of days, the last 30 where nothing is said',
    query: analyticsQuery,
    answers: { 200: json('The figures.', analytics) },
    problems: ['not-found', 'validation-failed'],
  },
  {
    ...owners,
    id: 'exportAnalytics',
    method: 'GET',
    path: '/api/analytics/export.csv',
    summary: 'The same figures as a file',
    query: analyticsQuery,
    answers: { 200: { what: 'The file.', type: 'text/csv' } },
    problems: ['not-found', 'validation-failed'],
  },
];
