import {
  type AnalyticsExport,
  type AuthExport,
  analyticsExport,
  authExport,
  type MediaExport,
  type MenuExport,
  mediaExport,
  menuExport,
  type QrExport,
  qrExport,
} from '@tavola/contracts/export.ts';
import { newCategory, newMenuItem } from '@tavola/contracts/menu.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { z } from 'zod';
import type { DataOwners } from '../data-owners.ts';

// The services' responses, each of which may be of another release.
const { tenant: exportedTenant, users } = authExport.shape;
const profileAndUsers = authExport.extend({
  tenant: tolerant(exportedTenant),
  users: z.array(tolerant(users.element)),
});
const { categories, items, dayparts, changes } = menuExport.shape;
const wholeMenu = menuExport.extend({
  categories: z.array(tolerant(categories.element, newCategory)),
  items: z.array(tolerant(items.element, newMenuItem)),
  // An older release has neither.
  dayparts: z.array(tolerant(dayparts.element)).default([]),
  changes: z.array(tolerant(changes.element)).default([]),
});
const { codes: exportedCodes, style } = qrExport.shape;
const codesAndStyle = qrExport.extend({
  codes: z.array(tolerant(exportedCodes.element)),
  style: tolerant(style),
});

const ownPictures = mediaExport.extend({ pictures: z.array(tolerant(mediaExport.shape.pictures.element)) });

/** All data of one restaurant, by service. */
export interface Everything {
  auth: AuthExport;
  menu: MenuExport;
  qr: QrExport;
  media: MediaExport;
  analytics: AnalyticsExport;
}

/**
 * Reads all data of the restaurant `tenantId` from its services in parallel; each reads a snapshot of its own.
 * @throws Problem `not-found` if there is no such restaurant; `unavailable` if a service does not answer.
 */
export async function gather({ auth, menu, qr, media, analytics }: DataOwners, tenantId: string): Promise<Everything> {
  const path = `/internal/tenants/${tenantId}/export`;
  const [profile, menus, codes, pictures, visits] = await Promise.all([
    auth.find(path, profileAndUsers),
    menu.get(path, wholeMenu),
    qr.get(path, codesAndStyle),
    media.get(path, ownPictures),
    analytics.get(path, analyticsExport),
  ]);
  if (!profile) throw notFound('The restaurant');
  return { auth: profile, menu: menus, qr: codes, media: pictures, analytics: visits };
}
