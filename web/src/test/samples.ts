import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import type { Account, Session, Tenant, TwoFactorState, User } from '@tavola/contracts/auth.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { aCategory as someCategory, anItem as someItem, aTenant as someTenant } from '@tavola/test-kit/entities.ts';
import type { Answers } from './api.ts';

// Made-up answers of the API, typed by the contracts.

export const TENANT_ID = '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b11';

/** The owner of the made-up restaurant. */
export const aUser = (rest: Partial<User> = {}): User => ({
  id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c01',
  name: 'Rosa Prova',
  email: 'rosa@example.com',
  role: 'owner',
  isActive: true,
  tenantId: TENANT_ID,
  ...rest,
});

/** An admin without a restaurant. */
export const anAdmin = (rest: Partial<User> = {}): User =>
  aUser({ name: 'Ada Admin', email: 'admin@example.com', role: 'admin', tenantId: null, ...rest });

export const aTenant = (rest: Partial<Tenant> = {}): Tenant =>
  someTenant({ id: TENANT_ID, name: 'Osteria della Prova', slug: 'osteria-della-prova', ...rest });

export const aSession = (rest: Partial<Session> = {}): Session => ({
  token: 'new.session.token',
  user: aUser(),
  knownDevice: 'known-device-mark',
  ...rest,
});

export const aCategory = (rest: Partial<Category> = {}): Category => someCategory({ id: 1, name: 'Primi', ...rest });

export const anItem = (rest: Partial<MenuItem> = {}): MenuItem =>
  someItem({ id: 1, name: 'Gnocchi', price: 1, categoryId: 1, ...rest });

/** The figures of a restaurant that nobody has looked at yet. */
export const aDay = (rest: Partial<DashboardStats> = {}): DashboardStats => ({
  totalViews: 0,
  totalItems: 0,
  totalScans: 0,
  avgViewTime: '0s',
  changes: { totalViews: null, totalItems: null, totalScans: null, avgViewTime: null },
  ...rest,
});

/** What the API answers to an owner whose restaurant has just been made. */
export const newRestaurant = (user: User = aUser()): Answers => ({
  'GET /api/auth/me': user,
  'GET /api/tenant': aTenant(),
  'GET /api/account': { deleteAt: null } satisfies Account,
  'GET /api/auth/two-factor': { isOn: false, recoveryCodesLeft: 0 } satisfies TwoFactorState,
  'GET /api/categories': [],
  'GET /api/menu-items': [],
  'GET /api/dashboard/stats': aDay(),
});
