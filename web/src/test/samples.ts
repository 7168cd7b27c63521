import type {
  AdminStats,
  AuditLog,
  BetaApplications,
  DirectoryCounts,
  FoundTenants,
  FoundUsers,
} from '@tavola/contracts/admin.ts';
import type { Analytics, DashboardStats } from '@tavola/contracts/analytics.ts';
import type { AssistantState } from '@tavola/contracts/assistant.ts';
import type {
  AccessClaims,
  Account,
  Place,
  Session,
  SessionInfo,
  SignedInUser,
  Tenant,
  TwoFactorState,
} from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Daypart, Dayparts } from '@tavola/contracts/dayparts.ts';
import type { DataExport } from '@tavola/contracts/export.ts';
import type { MenuChange, PutBackChange } from '@tavola/contracts/history.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import type { PictureCount } from '@tavola/contracts/pictures.ts';
import { type Code, type CodeList, DEFAULT_STYLE, type PrintedSheets } from '@tavola/contracts/qr.ts';
import type { SystemStatus } from '@tavola/contracts/system-status.ts';
import type { Member, Team } from '@tavola/contracts/team.ts';
import { aCategory as someCategory, anItem as someItem, aTenant as someTenant } from '@tavola/test-kit/entities.ts';
import type { Answers } from './api.ts';

// Made-up answers of the API, typed by the contracts.

export const TENANT_ID = '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b11';

/** The made-up restaurant, as one that its owner works for. */
export const aPlace = (rest: Partial<Place> = {}): Place => ({
  id: TENANT_ID,
  name: 'Osteria della Prova',
  slug: 'osteria-della-prova',
  address: null,
  role: 'owner',
  isOpen: true,
  ...rest,
});

/** The owner of the made-up restaurant, who works for no other. */
export const aUser = (rest: Partial<SignedInUser> = {}): SignedInUser => {
  const { role = 'owner', tenantId = TENANT_ID } = rest;
  return {
    id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c01',
    name: 'Rosa Prova',
    email: 'rosa@example.com',
    role,
    isActive: true,
    tenantId,
    isEmailConfirmed: true,
    mayDeclare: false,
    restaurants: tenantId === null ? [] : [aPlace({ id: tenantId, role: role === 'admin' ? 'owner' : role })],
    ...rest,
  };
};

/** An admin without a restaurant. */
export const anAdmin = (rest: Partial<SignedInUser> = {}): SignedInUser =>
  aUser({ name: 'Ada Admin', email: 'admin@example.com', role: 'admin', tenantId: null, restaurants: [], ...rest });

export const aTenant = (rest: Partial<Tenant> = {}): Tenant =>
  someTenant({ id: TENANT_ID, name: 'Osteria della Prova', slug: 'osteria-della-prova', ...rest });

/** An access token of the user. */
export const tokenOf = ({ id, tenantId, role, mayDeclare }: SignedInUser): string =>
  `head.${btoa(JSON.stringify({ sub: id, tenantId, role, mayDeclare } satisfies Partial<AccessClaims>))}.signature`;

export const aSession = (rest: Partial<Session> = {}): Session => ({
  token: 'new.session.token',
  user: aUser(),
  knownDevice: 'known-device-mark',
  ...rest,
});

export const aCategory = (rest: Partial<Category> = {}): Category => someCategory({ id: 1, name: 'Primi', ...rest });

export const anItem = (rest: Parameters<typeof someItem>[0] = {}) =>
  someItem({ id: 1, name: 'Gnocchi', price: 1, categoryId: 1, ...rest });

/** The statistics of a restaurant without visits. */
export const emptyStats = (rest: Partial<DashboardStats> = {}): DashboardStats => ({
  totalViews: 0,
  totalItems: 0,
  totalScans: 0,
  hasScans: false,
  avgViewTime: '0s',
  changes: { totalViews: null, totalItems: null, totalScans: null, avgViewTime: null },
  ...rest,
});

/** A session: the current one by default. */
export const aSignIn = (rest: Partial<SessionInfo> = {}): SessionInfo => ({
  id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b21',
  device: 'Chrome on Linux',
  isRemembered: false,
  isCurrent: true,
  createdAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-11-21T06:00:00.000Z',
  ...rest,
});

/** Lunch, from Monday to Friday. */
export const aDaypart = (rest: Partial<Daypart> = {}): Daypart => ({
  id: 1,
  name: 'Lunch',
  weekly: [...Array(5).fill([[690, 870]]), [], []],
  special: [],
  isActive: true,
  ...rest,
});

/** Milk for coffee: oat milk costs more. */
export const anOptionGroup = (rest: Partial<OptionGroup> = {}): OptionGroup => ({
  id: 1,
  name: 'Milk',
  min: 1,
  max: 1,
  options: [
    { id: 11, name: 'Whole milk', price: 0, isAvailable: true, isDefault: true },
    { id: 12, name: 'Oat milk', price: 0.5, isAvailable: true, isDefault: false },
  ],
  ...rest,
});

/** A change of a price, in the history. */
export const aMenuChange = (rest: Partial<MenuChange> = {}): MenuChange => ({
  id: 70,
  version: 8,
  at: '2026-11-21T12:30:00.000Z',
  by: aUser().id,
  kind: 'item',
  act: 'changed',
  targetId: 7,
  name: 'Burrata',
  before: { price: 14.5 },
  after: { price: 15 },
  items: 0,
  isDeclaration: false,
  undoneAt: null,
  ...rest,
});

/** The answer to undoing a change of many dishes; those in `kept` were changed since. */
export const aPutBack = (kept: string[] = []): PutBackChange => ({
  ...aMenuChange({ id: 71, version: 9, kind: 'draft', targetId: null, name: null, before: null, after: {} }),
  kept,
});

/** A code; its id is its name in lower case. The first one of a list is the main one. */
export const aCode = (name: string, rest: Partial<Code> = {}): Code => ({
  id: name.toLowerCase().replace(/\W/g, ''),
  name,
  isMain: false,
  createdAt: '2026-11-20T18:00:00.000Z',
  retiredAt: null,
  ...rest,
});

/** The codes of a restaurant: the main one, and those with these names. */
export const aCodeList = (...names: string[]): CodeList => ({
  codes: [aCode('Main code', { isMain: true }), ...names.map((name) => aCode(name))],
  style: DEFAULT_STYLE,
  linkBase: 'http://localhost:3000/q/',
});

/** The analytics of a day, without visits. */
export const someAnalytics = (rest: Partial<Analytics> = {}): Analytics => ({
  range: { from: '2026-11-20', to: '2026-11-20' },
  timeZone: 'UTC',
  hasData: false,
  totals: { views: 0, scans: 0, visitors: 0, averageSeconds: 0 },
  before: null,
  days: [{ day: '2026-11-20', views: 0, scans: 0, visitors: 0 }],
  hours: [],
  items: [],
  sources: [],
  ...rest,
});

/** A user as a member of the made-up restaurant. */
export const aMember = ({ id, name, email, role, mayDeclare, isActive }: SignedInUser): Member => ({
  userId: id,
  ...{ name, email, mayDeclare, isActive },
  role: role === 'admin' ? 'owner' : role,
  joinedAt: '2026-11-20T18:00:00.000Z',
});

/** The API's answers to an owner with a new restaurant. */
export const newRestaurant = (user: SignedInUser = aUser()): Answers => ({
  'GET /api/auth/me': user,
  'GET /api/tenant': aTenant(),
  'GET /api/account': { deleteAt: null } satisfies Account,
  'GET /api/account/export/progress': { state: 'none', progress: 0 } satisfies DataExport,
  'GET /api/auth/two-factor': { isOn: false, recoveryCodesLeft: 0 } satisfies TwoFactorState,
  'GET /api/categories': [],
  'GET /api/menu-items': [],
  'GET /api/assistant': { isOn: false } satisfies AssistantState,
  'GET /api/dayparts': { dayparts: [] } satisfies Dayparts,
  'GET /api/option-groups': [],
  'GET /api/media/pictures': { count: 0 } satisfies PictureCount,
  'GET /api/dashboard/stats': emptyStats(),
  'GET /api/auth/sessions': [aSignIn()],
  'GET /api/team': { members: [aMember(user)], invitations: [] } satisfies Team,
  'GET /api/team/names': [],
  'GET /api/team/devices': [],
  'GET /api/qr-codes': aCodeList(),
  'GET /api/qr-codes/sheets': { sheets: [] } satisfies PrintedSheets,
  'GET /api/analytics': someAnalytics(),
});

const noneFound = (): DirectoryCounts => ({ all: 0, active: 0, suspended: 0, toBeDeleted: 0 });

/** The API's answers to an admin of an empty platform. */
export const newPlatform = (user: SignedInUser = anAdmin()): Answers => ({
  'GET /api/auth/me': user,
  'GET /api/auth/two-factor': { isOn: false, recoveryCodesLeft: 0 } satisfies TwoFactorState,
  'GET /api/auth/sessions': [aSignIn()],
  'GET /api/admin/stats': { totalTenants: 0, totalUsers: 1, totalMenuItems: 0 } satisfies AdminStats,
  'GET /api/admin/system-status': { services: [] } satisfies SystemStatus,
  'GET /api/admin/tenants': [],
  'GET /api/admin/users': [],
  'GET /api/admin/tenants/search': { tenants: [], counts: noneFound(), next: null } satisfies FoundTenants,
  'GET /api/admin/users/search': { users: [], counts: noneFound(), next: null } satisfies FoundUsers,
  'GET /api/admin/beta-applications': { applications: [], next: null } satisfies BetaApplications,
  'GET /api/admin/audit': { entries: [], next: null } satisfies AuditLog,
});
