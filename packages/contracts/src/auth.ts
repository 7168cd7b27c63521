import { z } from 'zod';
import { asField } from './field-kind.ts';
import { type FieldList, inputShape, shownShape } from './field-list.ts';
import {
  email,
  flag,
  hexColor,
  newPassword,
  optionalHttpUrl,
  optionalText,
  requiredText,
  slug,
  storable,
  timeZone,
  uuid,
} from './fields.ts';
import { DEFAULT_THEME_COLOR, PASSWORD_MAX_LENGTH } from './product.ts';

/** What a user may do: run a restaurant, or watch over the platform. */
export const role = z.enum(['owner', 'admin']);
export type Role = z.infer<typeof role>;

export const user = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  role,
  isActive: z.boolean(),
  /** The restaurant this user runs; `null` for an admin without one. */
  tenantId: uuid.nullable(),
});
export type User = z.infer<typeof user>;

/** What a restaurant has. Its own settings: everything that a request may say. */
export const TENANT_FIELDS = {
  id: { shown: uuid },
  name: { shown: z.string(), input: requiredText('Restaurant name', 120) },
  slug: { shown: z.string(), input: slug },
  description: { shown: z.string().nullable(), input: optionalText('Description', 1000), initial: null },
  phone: { shown: z.string().nullable(), input: optionalText('Phone number', 40), initial: null },
  address: { shown: z.string().nullable(), input: optionalText('Address', 300), initial: null },
  logo: { shown: z.string().nullable(), input: optionalHttpUrl('Logo URL'), initial: null },
  themeColor: { shown: z.string(), input: hexColor, initial: DEFAULT_THEME_COLOR },
  /** Whose days and hours its figures are counted in: an IANA name. */
  timeZone: { shown: z.string(), input: timeZone, initial: 'UTC' },
  isActive: { shown: z.boolean(), initial: true },
} satisfies FieldList;

export const tenant = z.object(shownShape(TENANT_FIELDS));
export type Tenant = z.infer<typeof tenant>;

/** POST /api/auth/login */
export const loginInput = z.object({
  email: asField(
    'login-name',
    storable('Email')
      .trim()
      .min(1, { error: 'Email is required.' })
      .max(254, { error: 'Email can be at most 254 characters long.' }),
  ),
  password: asField(
    'password',
    z
      .string({ error: 'Password must be text.' })
      .min(1, { error: 'Password is required.' })
      .max(PASSWORD_MAX_LENGTH, { error: `Password can be at most ${PASSWORD_MAX_LENGTH} characters long.` }),
  ),
  /** Whether this device is to stay signed in for 30 days instead of 12 hours. */
  rememberMe: flag('Remember me').optional(),
  /** Where two-factor is on: what the authenticator app shows, or a recovery code. */
  code: asField(
    'login-code',
    z.string({ error: 'The code must be text.' }).max(40, { error: 'The code is too long.' }),
  ).optional(),
  // What this device kept of an earlier sign-in, which nobody sees: one that can't be understood is as good as none.
  knownDevice: z.string().max(200).optional().catch(undefined),
});
export type LoginInput = z.infer<typeof loginInput>;

/** POST /api/auth/signup; `passwordMinLength` is the server's configured minimum. */
export const signupInput = (passwordMinLength?: number) =>
  z.object({
    email,
    password: newPassword(passwordMinLength),
    name: requiredText('Your name', 100),
    restaurantName: requiredText('Restaurant name', 120),
    slug,
    // The browser's guess, which nobody sees: one that can't be understood is as good as none.
    timeZone: timeZone.optional().catch(undefined),
  });
export type SignupInput = z.infer<ReturnType<typeof signupInput>>;

/** The answer to login and sign-up. `knownDevice` is for the device to show at its next login: then it is no stranger. */
export const session = z.object({ token: z.string(), user, knownDevice: z.string() });
export type Session = z.infer<typeof session>;

/** A sign-in on one device, as its user sees it; times are ISO 8601 in UTC. `isCurrent` marks the one that asks. */
export const sessionInfo = z.object({
  id: uuid,
  /** In words, as in 'Chrome on Windows'. */
  device: z.string(),
  isRemembered: z.boolean(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** GET /api/auth/sessions: the user's open sessions, newest first. */
export const sessionList = z.array(sessionInfo);

/** POST /api/auth/password; `passwordMinLength` is the server's configured minimum. */
export const passwordInput = (passwordMinLength?: number) =>
  z.object({ currentPassword: loginInput.shape.password, newPassword: newPassword(passwordMinLength) });
export type PasswordInput = z.infer<ReturnType<typeof passwordInput>>;

/** GET /api/auth/two-factor: whether sign-in asks for a code, and how many recovery codes are left. */
export const twoFactorState = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** POST /api/auth/two-factor/{setup,disable,recovery-codes}: the password once more. */
export const passwordAgainInput = z.object({ password: loginInput.shape.password });
export type PasswordAgainInput = z.infer<typeof passwordAgainInput>;

/** The answer to POST /api/auth/two-factor/setup: a secret for an authenticator app, as Base32, as otpauth: URL and as its image. */
export const twoFactorSetup = z.object({ secret: z.string(), url: z.string(), qrCode: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

/** POST /api/auth/two-factor/confirm: what the app shows now. */
export const twoFactorCodeInput = z.object({
  code: asField(
    'six-digits',
    z
      .string({ error: 'The code must be text.' })
      .trim()
      .regex(/^\d{3} ?\d{3}$/, { error: 'Enter the 6 digits that the app shows.' }),
  ),
});
export type TwoFactorCodeInput = z.infer<typeof twoFactorCodeInput>;

/** Codes that each let the user in once without the app. They are never told again. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** The answer to POST /api/auth/two-factor/confirm; `token` takes the place of the one that asked. */
export const twoFactorOn = recoveryCodes.extend({ token: z.string() });
export type TwoFactorOn = z.infer<typeof twoFactorOn>;

/** POST /api/auth/forgot-password; the answer is the same whether there is such an account or not. */
export const forgotPasswordInput = z.object({ email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** POST /api/auth/reset-password; `token` is what stands in the mailed link. */
export const resetPasswordInput = (passwordMinLength?: number) =>
  z.object({
    token: asField(
      'token',
      z.string({ error: 'The link is incomplete.' }).min(1, { error: 'The link is incomplete.' }).max(200, {
        error: 'The link is not one of ours.',
      }),
    ),
    password: newPassword(passwordMinLength),
  });
export type ResetPasswordInput = z.infer<ReturnType<typeof resetPasswordInput>>;

// Errors are listed in this order: the menu's address and the time zone come last.
const { slug: slugInput, timeZone: timeZoneInput, ...profile } = inputShape(TENANT_FIELDS);

/**
 * PUT /api/tenant: a field that is left out stays as it is; an empty one is cleared. A slug that was left for another one
 * stays the restaurant's own: it goes on leading to the menu, and may be taken back.
 */
export const tenantInput = z
  .object({ ...profile, slug: slugInput, timeZone: timeZoneInput })
  .partial()
  .extend({ name: TENANT_FIELDS.name.input });
export type TenantInput = z.infer<typeof tenantInput>;

/** GET /api/account: when the restaurant and its users are deleted, where that was asked for. */
export const account = z.object({ deleteAt: z.iso.datetime().nullable() });
export type Account = z.infer<typeof account>;

/** POST /api/account/deletion: the restaurant's name, typed; the password once more; where two-factor is on, a code of it. */
export const deletionInput = z.object({
  name: requiredText('Restaurant name', 120),
  password: loginInput.shape.password,
  code: loginInput.shape.code,
});
export type DeletionInput = z.infer<typeof deletionInput>;

/**
 * Claims of an access token; `sub` is the user's id, `sid` the session's, `exp` when it ends (Unix time in seconds). `mfa`
 * says that the session was begun with two factors.
 */
export const accessClaims = z.object({
  sub: uuid,
  sid: uuid,
  exp: z.int(),
  role,
  tenantId: uuid.nullable(),
  mfa: z.boolean(),
});
export type AccessClaims = z.infer<typeof accessClaims>;

/**
 * What auth tells its neighbours about a tenant, by slug or id; `version` grows with every change to the tenant. One that is
 * to be deleted is not active, as a suspended one.
 */
export const internalTenant = tenant.extend({ version: z.int() });
export type InternalTenant = z.infer<typeof internalTenant>;

/** A restaurant as admins see it: `deleteAt` is set where its owner has asked for its deletion, which closes its menu at once. */
export const platformTenant = tenant.extend({ deleteAt: z.iso.datetime().nullable() });
export type PlatformTenant = z.infer<typeof platformTenant>;

/** GET /internal/tenants/slugs: the slugs of active restaurants in order, those that come after `after`. */
export const activeSlugs = z.object({ slugs: z.array(z.string()) });
export type ActiveSlugs = z.infer<typeof activeSlugs>;

/** GET /internal/deletions: restaurants whose grace is over, to be deleted everywhere, and at auth last. */
export const dueDeletions = z.object({ tenantIds: z.array(uuid) });
export type DueDeletions = z.infer<typeof dueDeletions>;

/** GET /internal/stats */
export const authStats = z.object({ totalTenants: z.int(), totalUsers: z.int() });
export type AuthStats = z.infer<typeof authStats>;

/**
 * GET /internal/session-ends?after=: sessions that were ended before their tokens (`exp`, Unix time in seconds), in the order
 * of their ends, those after the number `after`. `last` is the highest number that was ever given.
 */
export const sessionEnds = z.object({
  ends: z.array(z.object({ seq: z.int(), sid: uuid, exp: z.int() })),
  last: z.int(),
});
export type SessionEnds = z.infer<typeof sessionEnds>;
