import { z } from 'zod';
import { memberRole, signedInUser, signupInput } from './auth.ts';
import { asField } from './field-kind.ts';
import { email, flag, linkToken, newPassword, requiredText, uuid } from './fields.ts';
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from './product.ts';
import { latinDigits } from './rules/latin-digits.ts';

/** POST /api/auth/switch: the restaurant of the new session. After a visit, the next sign-in still leads to the present one. */
export const switchInput = z.object({ tenantId: uuid, isVisit: flag('Visit').optional() });
export type SwitchInput = z.infer<typeof switchInput>;

/** The response where one session gives another: the token to send from now on, and its user. */
export const switchedSession = z.object({ token: z.string(), user: signedInUser });
export type SwitchedSession = z.infer<typeof switchedSession>;

/** POST /api/restaurants: a further restaurant of the signed-in user. */
export const placeInput = signupInput()
  .pick({ slug: true, timeZone: true, currency: true })
  .extend({ name: requiredText('Restaurant name', 120) });
export type PlaceInput = z.infer<typeof placeInput>;

/** Whether a member may declare allergens; owners and managers always may. */
const mayDeclare = flag('May declare allergens');

/** A person who works for the restaurant. Times are ISO 8601 in UTC. */
export const member = z.object({
  userId: uuid,
  name: z.string(),
  email: z.string(),
  role: memberRole,
  mayDeclare: z.boolean(),
  /** False for a suspended account. */
  isActive: z.boolean(),
  /** Whether they run the platform: nobody can change or remove them. */
  isAdmin: z.boolean().optional(),
  joinedAt: z.iso.datetime(),
});
export type Member = z.infer<typeof member>;

/** An open invitation. `email` is null for one that is shown on a screen, which whoever has it may accept. */
export const invitation = z.object({
  id: uuid,
  email: z.string().nullable(),
  role: memberRole,
  mayDeclare: z.boolean(),
  /** The name of who invited. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** GET /api/team: the members, owners first, and the open invitations, newest first. */
export const team = z.object({
  members: z.array(member),
  invitations: z.array(invitation),
  /** Which were accepted lately, and by whom; missing in what the release before sends. */
  accepted: z.array(z.object({ id: uuid, userId: uuid })).optional(),
});
export type Team = z.infer<typeof team>;

/** GET /api/team/names: the names of all who work or worked for the restaurant, for its history. */
export const memberNames = z.array(z.object({ userId: uuid, name: z.string() }));
export type MemberNames = z.infer<typeof memberNames>;

/** POST /api/team/invitations: by mail to `email`, or by a link to show on a screen. */
export const invitationInput = z.object({
  email: email.optional(),
  role: memberRole,
  mayDeclare: mayDeclare.optional(),
});
export type InvitationInput = z.infer<typeof invitationInput>;

/** The response to an invitation; `link` is given once, for one without an address. */
export const newInvitation = invitation.extend({ link: z.string().nullable() });
export type NewInvitation = z.infer<typeof newInvitation>;

/** PUT /api/team/{userId}: omitted fields keep their values. */
export const memberChange = z.object({ role: memberRole.optional(), mayDeclare: mayDeclare.optional() });
export type MemberChange = z.infer<typeof memberChange>;

/** POST /api/auth/invitations/read and POST /api/auth/join; `token` comes from the invitation's link. */
export const invitationToken = z.object({ token: linkToken() });
export type InvitationToken = z.infer<typeof invitationToken>;

/** What an invitation says to who has its link. `hasAccount`: there is an account with its address. */
export const invitationView = z.object({
  restaurant: z.string(),
  role: memberRole,
  email: z.string().nullable(),
  hasAccount: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/**
 * POST /api/auth/invitations/accept: a new account; `email` where the invitation has none. `passwordMinLength` is the server's
 * configured minimum.
 */
export const acceptInput = (passwordMinLength?: number) =>
  z.object({
    token: linkToken(),
    name: requiredText('Your name', 100),
    email: email.optional(),
    password: newPassword(passwordMinLength),
  });
export type AcceptInput = z.infer<ReturnType<typeof acceptInput>>;

/** A kitchen device's PIN. */
const pin = asField(
  'pin',
  z
    .string({ error: 'The PIN must be text.' })
    .overwrite(latinDigits)
    .regex(new RegExp(`^\\d{${PIN_MIN_LENGTH},${PIN_MAX_LENGTH}}$`), {
      error: `The PIN must have ${PIN_MIN_LENGTH} to ${PIN_MAX_LENGTH} digits.`,
    }),
);

/** How often a PIN may be tried before the device has to be set up anew. */
export const PIN_TRIES = 5;

/** How long a kitchen device stays signed in, in days. */
export const DEVICE_DAYS = 30;

/** POST /api/team/devices: the name of the device that asks, and the PIN that unlocks it. */
export const deviceInput = z.object({ name: requiredText('Device name', 60), pin });
export type DeviceInput = z.infer<typeof deviceInput>;

/** A tablet in the kitchen. Whoever has it and its PIN is staff of the restaurant, in the name of who set it up. */
export const kitchenDevice = z.object({
  id: uuid,
  name: z.string(),
  /** The name of who set it up. */
  setUpBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUnlockedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type KitchenDevice = z.infer<typeof kitchenDevice>;

/** The response to setting a device up: what it keeps to be unlocked, and its first session. */
export const newDevice = switchedSession.extend({ id: uuid, key: z.string() });
export type NewDevice = z.infer<typeof newDevice>;

/** POST /api/auth/unlock: a device's `key`, and its PIN. */
export const unlockInput = z.object({ key: linkToken(), pin });
export type UnlockInput = z.infer<typeof unlockInput>;

/** GET /api/team/devices: those in use, newest first. */
export const kitchenDevices = z.array(kitchenDevice);
