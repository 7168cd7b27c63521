import { z } from 'zod';
import { allergenScheme } from './allergens.ts';
import { announcements, announcementsInput } from './announcements.ts';
import { asField } from './field-kind.ts';
import { type FieldList, inputShape, shownShape } from './field-list.ts';
import {
  email,
  flag,
  hexColor,
  linkToken,
  newPassword,
  optionalText,
  pictureUrl,
  requiredText,
  slug,
  storable,
  timeZone,
  uuid,
} from './fields.ts';
import { hours, hoursInput } from './hours.ts';
import { keepsTexts, languages, languagesInput, storedTexts } from './languages.ts';
import { links, linksInput, priceRangeInput, wifi, wifiInput } from './links.ts';
import { look, lookInput } from './look.ts';
import { currency, notes, notesInput } from './money.ts';
import { MEMBER_ROLES } from './permissions.ts';
import { DEFAULT_THEME_COLOR, PASSWORD_MAX_LENGTH } from './product.ts';
import { latinDigits } from './rules/latin-digits.ts';

/** A member's role in one restaurant. */
export const memberRole = z.enum(MEMBER_ROLES, { error: 'The role must be "owner", "manager" or "staff".' });

/** A user's role in the restaurant of the session, or `admin` for who runs the platform. Without a restaurant it is `owner`. */
export const role = z.enum([...MEMBER_ROLES, 'admin']);
export type Role = z.infer<typeof role>;

export const user = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  role,
  isActive: z.boolean(),
  /** The restaurant of the session; `null` without one. */
  tenantId: uuid.nullable(),
});
export type User = z.infer<typeof user>;

/** A user's account. `isEmailConfirmed`: the user has used a link that was mailed to the address. */
export const accountUser = user.extend({ isEmailConfirmed: z.boolean() });
export type AccountUser = z.infer<typeof accountUser>;

/** A restaurant that a person works for, with the person's role there. `isOpen`: one may sign in to it. */
export const place = z.object({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  address: z.string().nullable(),
  role: memberRole,
  isOpen: z.boolean(),
  /** When it is to be deleted, if an owner has asked for it. */
  deleteAt: z.iso.datetime().optional(),
});
export type Place = z.infer<typeof place>;

/**
 * The signed-in user, and every restaurant that the user works for, by name. `mayDeclare`: staff who may declare allergens. `newEmail`: the
 * address that becomes the account's with the link mailed to it, while that link works.
 */
export const signedInUser = accountUser.extend({
  newEmail: z.string().optional(),
  mayDeclare: z.boolean(),
  restaurants: z.array(place),
});
export type SignedInUser = z.infer<typeof signedInUser>;

/** A restaurant's fields. Those with an `input` are the settings that a request may change. */
export const TENANT_FIELDS = {
  id: { shown: uuid },
  name: { shown: z.string(), input: requiredText('Restaurant name', 120) },
  slug: { shown: z.string(), input: slug },
  description: { shown: z.string().nullable(), input: optionalText('Description', 1000), initial: null },
  phone: { shown: z.string().nullable(), input: optionalText('Phone number', 40), initial: null },
  address: { shown: z.string().nullable(), input: optionalText('Address', 300), initial: null },
  logo: { shown: z.string().nullable(), input: pictureUrl('Logo URL'), initial: null },
  themeColor: { shown: z.string(), input: hexColor, initial: DEFAULT_THEME_COLOR },
  /** An IANA name; analytics counts days and hours in it. */
  timeZone: { shown: z.string(), input: timeZone, initial: 'UTC' },
  isActive: { shown: z.boolean(), initial: true },
  /** Without it, the menu is in English alone. */
  languages: { shown: languages, input: languagesInput, document: 'settings' },
  /** The ISO 4217 code of the currency of prices; US dollars without one. */
  currency: { shown: z.string(), input: currency, document: 'settings' },
  /** Whether prices include tax, which the menu then says. */
  pricesIncludeTax: { shown: z.boolean(), input: flag('Prices include tax'), document: 'settings' },
  notes: { shown: notes, input: notesInput, document: 'settings' },
  /** False if guests who scan the code of a printed menu are not told what changed since. */
  printedChanges: { shown: z.boolean(), input: flag('Changes since printing'), document: 'settings' },
  /** What it says above and below its dishes; their times are in `timeZone`. */
  announcements: { shown: announcements, input: announcementsInput, document: 'settings' },
  /** When it is open, in `timeZone`. */
  hours: { shown: hours, input: hoursInput, document: 'settings' },
  /** How its menu looks. */
  look: { shown: look, input: lookInput, document: 'settings' },
  /** Where else guests find it. */
  links: { shown: links, input: linksInput, document: 'settings' },
  /** The guests' network, public as the menu is. */
  wifi: { shown: wifi, input: wifiInput, document: 'settings' },
  cuisine: { shown: z.string(), input: optionalText('Cuisine', 60), document: 'settings' },
  allergenScheme,
  priceRange: { shown: z.string(), input: priceRangeInput, document: 'settings' },
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
  /** Whether the session lasts 30 days instead of 12 hours. */
  rememberMe: flag('Remember me').optional(),
  /** With two-factor on: the authenticator app's code, or a recovery code. */
  code: asField(
    'login-code',
    z.string({ error: 'The code must be text.' }).max(40, { error: 'The code is too long.' }),
  ).optional(),
  // The device's marks of its accounts, with a space between them. Never shown, so unreadable ones are ignored.
  knownDevice: z.string().max(500).optional().catch(undefined),
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
    // The browser's guess, never shown to the user, so an unreadable one is ignored.
    timeZone: timeZone.optional().catch(undefined),
    /** The currency of its prices; US dollars without one. */
    currency: currency.optional(),
  });
export type SignupInput = z.infer<ReturnType<typeof signupInput>>;

/** What a device sends at its next login to be recognized. A new password replaces it. */
export const deviceMark = z.object({ knownDevice: z.string() });
export type DeviceMark = z.infer<typeof deviceMark>;

/** The response to login and sign-up. */
export const session = z.object({ token: z.string(), user: signedInUser, ...deviceMark.shape });
export type Session = z.infer<typeof session>;

/** A session as its user sees it; times are ISO 8601 in UTC. `isCurrent` marks the session of the request. */
export const sessionInfo = z.object({
  id: uuid,
  /** The device's name, such as 'Chrome on Windows'. */
  device: z.string(),
  isRemembered: z.boolean(),
  isCurrent: z.boolean(),
  /** Whether ending it ends a kitchen device; missing in what the release before sends. */
  isKitchenDevice: z.boolean().optional(),
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

/** GET /api/auth/two-factor: whether two-factor is on, and how many recovery codes are left. */
export const twoFactorState = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** POST /api/auth/two-factor/{setup,disable,recovery-codes}: the password again. */
export const passwordAgainInput = z.object({ password: loginInput.shape.password });
export type PasswordAgainInput = z.infer<typeof passwordAgainInput>;

/**
 * The response to POST /api/auth/two-factor/setup: a secret for an authenticator app, as Base32, otpauth: URL and QR code
 * image.
 */
export const twoFactorSetup = z.object({ secret: z.string(), url: z.string(), qrCode: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

/** POST /api/auth/two-factor/confirm: the app's current code. */
export const twoFactorCodeInput = z.object({
  code: asField(
    'six-digits',
    z
      .string({ error: 'The code must be text.' })
      .trim()
      .overwrite(latinDigits)
      .regex(/^\d{3} ?\d{3}$/, { error: 'Enter the 6-digit code from your app.' }),
  ),
});
export type TwoFactorCodeInput = z.infer<typeof twoFactorCodeInput>;

/** Codes that each replace the app for one sign-in. They are never shown again. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** The response to POST /api/auth/two-factor/confirm; `token` replaces the token of the request. */
export const twoFactorOn = recoveryCodes.extend({ token: z.string() });
export type TwoFactorOn = z.infer<typeof twoFactorOn>;

/** POST /api/auth/forgot-password; the response is the same whether the account exists or not. */
export const forgotPasswordInput = z.object({ email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** POST /api/auth/confirm-email and POST /api/auth/email-change/confirm; `token` comes from the mailed link. */
export const confirmEmailInput = z.object({ token: linkToken() });
export type ConfirmEmailInput = z.infer<typeof confirmEmailInput>;

/** PUT /api/auth/me: the user's own name. */
export const userChange = z.object({ name: requiredText('Your name', 100) });
export type UserChange = z.infer<typeof userChange>;

/** POST /api/auth/email-change: the new address, and the password again. */
export const emailChangeInput = z.object({ email, password: loginInput.shape.password });
export type EmailChangeInput = z.infer<typeof emailChangeInput>;

/** POST /api/auth/reset-password; `token` comes from the mailed link. */
export const resetPasswordInput = (passwordMinLength?: number) =>
  z.object({
    token: linkToken(),
    password: newPassword(passwordMinLength),
  });
export type ResetPasswordInput = z.infer<ReturnType<typeof resetPasswordInput>>;

// Errors are listed in this order: slug and time zone come last.
const { slug: slugInput, timeZone: timeZoneInput, ...profile } = inputShape(TENANT_FIELDS);

/**
 * PUT /api/tenant: a missing field stays unchanged, an empty one is cleared. A restaurant keeps its former slugs: they
 * still lead to its menu, and it may use them again.
 */
export const tenantInput = z
  .object({ ...profile, slug: slugInput, timeZone: timeZoneInput })
  .partial()
  .extend({ name: TENANT_FIELDS.name.input, keepsTexts });
export type TenantInput = z.infer<typeof tenantInput>;

/** GET /api/account: the scheduled deletion date of the restaurant and its users, if any. */
export const account = z.object({ deleteAt: z.iso.datetime().nullable() });
export type Account = z.infer<typeof account>;

/** POST /api/account/deletion: the restaurant's name, typed; the password again; with two-factor on, a code. */
export const deletionInput = z.object({
  name: requiredText('Restaurant name', 120),
  password: loginInput.shape.password,
  code: loginInput.shape.code,
});
export type DeletionInput = z.infer<typeof deletionInput>;

/** POST /api/auth/account-deletion: the password again; with two-factor on, a code. */
export const accountDeletionInput = deletionInput.pick({ password: true, code: true });
export type AccountDeletionInput = z.infer<typeof accountDeletionInput>;

/**
 * Claims of an access token: `sub` is the user's id, `sid` the session's id, `exp` its end (Unix time in seconds). `mfa`:
 * the session was started with two factors.
 */
export const accessClaims = z.object({
  sub: uuid,
  sid: uuid,
  exp: z.int(),
  role,
  tenantId: uuid.nullable(),
  mfa: z.boolean(),
  /** Whether staff may declare allergens; missing in tokens of the release before. */
  mayDeclare: z.boolean().default(false),
  /** Set on a kitchen device, whose session is in the name of who set it up. */
  onDevice: z.literal(true).optional(),
});
export type AccessClaims = z.infer<typeof accessClaims>;

/**
 * A tenant as auth gives it to other services, by slug or id. `version` grows with every change. A tenant scheduled for
 * deletion is inactive, like a suspended one. `texts` are its translations, if there are any.
 */
export const internalTenant = tenant.extend({ version: z.int(), texts: storedTexts.optional() });
export type InternalTenant = z.infer<typeof internalTenant>;

/**
 * GET /internal/tenants/by-slug/{slug}. `shape` is as in `internalMenu`. `isListed`: search engines may find it, since one of its users
 * has confirmed an address; missing in what other releases send.
 */
export const tenantAtSlug = internalTenant.extend({ shape: z.string().optional(), isListed: z.boolean().optional() });
export type TenantAtSlug = z.infer<typeof tenantAtSlug>;

/** A user in admins' lists. */
export const platformUser = user.extend({
  /** When the user signed up; missing in what the release before sends. */
  createdAt: z.iso.datetime().optional(),
});
export type PlatformUser = z.infer<typeof platformUser>;

/** A restaurant as admins see it; `deleteAt` is set once its owner has requested its deletion, which also closes its menu. */
export const platformTenant = tenant.extend({
  deleteAt: z.iso.datetime().nullable(),
  /** When it signed up; missing in what the release before sends. */
  createdAt: z.iso.datetime().optional(),
});
export type PlatformTenant = z.infer<typeof platformTenant>;

/**
 * GET /internal/tenants/slugs: the slugs of active restaurants that search engines may find, after `after`, in order. `languages` has those of restaurants with
 * other languages than the base one, by slug.
 */
export const activeSlugs = z.object({
  slugs: z.array(z.string()),
  languages: z.record(z.string(), languages.pick({ base: true, others: true })).default({}),
});
export type ActiveSlugs = z.infer<typeof activeSlugs>;

/** An address of a menu, and the languages in which it may have been read there. */
export const menuAddress = z.object({ slug: z.string(), languages: z.array(z.string()) });
export type MenuAddress = z.infer<typeof menuAddress>;

/**
 * GET /internal/tenants/changed-addresses?after=: the addresses of menus that began or ceased to lead to one after `after`, oldest
 * first. `after` is the `next` of the answer before, or a time as `<Unix time in milliseconds>_`. An address may come again:
 * a change becomes visible some seconds after its time. `isShown`: the restaurant's menu can be read, perhaps at another address;
 * null where the restaurant was deleted. `at` tells two changes of an address apart.
 */
export const changedAddresses = z.object({
  addresses: z.array(menuAddress.extend({ tenantId: uuid, isShown: z.boolean().nullable(), at: z.int() })),
  next: z.string(),
  hasMore: z.boolean(),
});
export type ChangedAddresses = z.infer<typeof changedAddresses>;

/** GET /internal/deletions: restaurants whose grace period is over. auth deletes its own data last. */
export const dueDeletions = z.object({ tenantIds: z.array(uuid) });

/** GET /internal/stats */
export const authStats = z.object({ totalTenants: z.int(), totalUsers: z.int() });

/**
 * GET /internal/session-ends?after=: sessions ended before their tokens expire (`exp`, Unix time in seconds), with a
 * number above `after`, in order. `last` is the highest number assigned so far.
 */
export const sessionEnds = z.object({
  ends: z.array(z.object({ seq: z.int(), sid: uuid, exp: z.int() })),
  last: z.int(),
});
export type SessionEnds = z.infer<typeof sessionEnds>;
