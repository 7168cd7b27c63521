import { uuid } from '../../fields.ts';
import { changesSince, versionsQuery } from '../../history.ts';
import { internalMenu, itemIds, menuStats, platformMenuStats } from '../../menu.ts';
import { usedPictures } from '../../pictures.ts';
import { json, operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

const tenantParams = { tenantId: uuid };

export const internalMenuOperations = operations('menu', {
  ...dataOwnerEntries('menu'),
  getMenu: {
    who: 'service',
    method: 'GET',
    path: '/internal/menus/{tenantId}',
    summary: 'A whole menu',
    params: tenantParams,
    answers: { 200: json('The menu, in display order.', internalMenu) },
  },
  getMenuChanges: {
    who: 'service',
    method: 'GET',
    path: '/internal/menus/{tenantId}/changes',
    summary: 'What changed on a menu since some versions of it',
    params: tenantParams,
    query: versionsQuery,
    answers: { 200: json('The changes since each version.', changesSince) },
  },
  listItemIds: {
    who: 'service',
    method: 'GET',
    path: '/internal/menus/{tenantId}/item-ids',
    summary: 'The ids of all items',
    params: tenantParams,
    answers: { 200: json('The ids.', itemIds) },
  },
  getMenuStats: {
    who: 'service',
    method: 'GET',
    path: '/internal/menus/{tenantId}/stats',
    summary: 'How many items a menu has',
    params: tenantParams,
    answers: { 200: json('The figures.', menuStats) },
  },
  listUsedPictures: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{tenantId}/pictures',
    summary: "The pictures of a restaurant's items",
    params: tenantParams,
    answers: { 200: json('The pictures.', usedPictures) },
  },
  getStats: {
    who: 'service',
    method: 'GET',
    path: '/internal/stats',
    summary: 'How many items there are on all menus',
    answers: { 200: json('The figures.', platformMenuStats) },
  },
});
