import { z } from 'zod';
import { asField } from './field-kind.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, PRICE_MAX } from './product.ts';
import { pictureAt } from './rules/pictures.ts';
import { canonicalZoneName } from './rules/zone-names.ts';
import { RESERVED_SLUGS, SLUG_MAX_LENGTH, SLUG_PATTERN } from './slug.ts';

/** Largest id: PostgreSQL's `integer`. */
export const ID_MAX = 2_147_483_647;

// PostgreSQL refuses NUL in text, and a lone surrogate does not survive UTF-8; other control characters only break layouts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is about
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const isStorable = (value: string) => value.isWellFormed() && !CONTROL.test(value);

/** Text that the database can store and search. Text copied from Word or PowerPoint has vertical tabs for line breaks. */
export const storable = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .overwrite((value) => value.replace(/[\v\f]/g, '\n'))
    .refine(isStorable, { error: `${label} contains characters that can't be stored.` });

/** A name of only invisible characters, such as zero-width ones, is rejected. */
const isVisible = (value: string) => /[^\p{C}\p{Z}]/u.test(value);

/** Required text of 1 to `max` characters after trimming, at least one of them visible. */
export const requiredText = (label: string, max: number) =>
  asField(
    'required-text',
    storable(label)
      .trim()
      .refine(isVisible, { error: `${label} is required.` })
      .max(max, { error: `${label} can be at most ${max} characters long.` }),
    label,
  );

/** Optional text of at most `max` characters after trimming; an empty one becomes `null`. */
export const optionalText = (label: string, max: number) =>
  asField(
    'optional-text',
    storable(label)
      .trim()
      .max(max, { error: `${label} can be at most ${max} characters long.` })
      .nullable()
      .transform((value) => value || null),
    label,
  );

/** An e-mail address as typed; compare with `emailKey`. */
export const email = asField(
  'email',
  storable('Email')
    .trim()
    .min(1, { error: 'Email is required.' })
    .max(254, { error: 'Email can be at most 254 characters long.' })
    .pipe(z.email({ error: 'Enter a valid email address.' }))
    .meta({ format: 'email' }),
);

/** The normalized form for comparing e-mail addresses. */
export const emailKey = (address: string): string => address.trim().toLowerCase();

/** A new password of `min` to 128 characters. */
export const newPassword = (min: number = PASSWORD_MIN_LENGTH) =>
  asField(
    'new-password',
    z
      .string({ error: 'Password must be text.' })
      .min(min, { error: `Password must be at least ${min} characters.` })
      .max(PASSWORD_MAX_LENGTH, { error: `Password can be at most ${PASSWORD_MAX_LENGTH} characters long.` })
      .refine((value) => value.isWellFormed(), { error: "Password contains characters that can't be stored." }),
  );

/** A restaurant's slug: the unique part of its menu's URL. */
export const slug = asField(
  'slug',
  z
    .string({ error: 'Menu URL must be text.' })
    .trim()
    .min(1, { error: 'Menu URL is required.' })
    .max(SLUG_MAX_LENGTH, { error: `Menu URL can be at most ${SLUG_MAX_LENGTH} characters long.` })
    .regex(SLUG_PATTERN, {
      error: 'Menu URL can only contain lowercase letters, digits and single hyphens between them.',
    })
    .refine((value) => !RESERVED_SLUGS.has(value), { error: 'This menu URL is reserved. Please choose another one.' }),
);

/** A colour as `#rrggbb`, in lower case. */
export const hexColor = asField(
  'color',
  z
    .string({ error: 'Theme color must be text.' })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'Theme color must look like #059669.' })
    .transform((value) => value.toLowerCase()),
);

/** A pattern, because `Intl.supportedValuesOf` may list only Asia/Kolkata in a browser that uses Asia/Calcutta. */
const KNOWN_ZONE = /^(Etc\/GMT[+-]|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/)/;

/**
 * Whether PostgreSQL knows the canonical name, too: no offsets ('+05:30', whose sign PostgreSQL reads the other way round), no
 * 'SystemV/PST8'.
 */
const isKnownZone = (name: string | null): name is string => name !== null && (name === 'UTC' || KNOWN_ZONE.test(name));

/** An IANA time zone, by the canonical name it has today. */
export const timeZone = asField(
  'time-zone',
  z
    .string({ error: 'Time zone must be text.' })
    .trim()
    .transform((value, context) => {
      const canonical = canonicalZoneName(value);
      if (isKnownZone(canonical)) return canonical;
      context.addIssue({ code: 'custom', message: 'Time zone must be a name such as Europe/Rome.' });
      return z.NEVER;
    }),
);

const isHttpUrl = (value: string) => {
  // The URL parser accepts spaces and missing slashes that an <img> does not.
  if (!/^https?:\/\/\S+$/i.test(value)) return false;
  return URL.canParse(value);
};

/** Whether the URL `value` carries a user name or a password, which every guest would get to read. */
const hasCredentials = (value: string) => {
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
};

const isNoUrl = (value: string) => value === '' || pictureAt(value) !== null;

/**
 * An optional picture: an https URL without credentials, of at most 2,048 characters, or the address of an uploaded one; an empty
 * one becomes `null`. The service that stores it checks that an uploaded one is the restaurant's own. It also refuses http URLs
 * (`isInsecurePicture`), but for those stored before that was a rule, which must not fail a change of other fields.
 */
export const pictureUrl = (label: string) =>
  asField(
    'url',
    storable(label)
      .trim()
      .max(2048, { error: `${label} can be at most 2048 characters long.` })
      .refine((value) => isNoUrl(value) || isHttpUrl(value), {
        error: `${label} must start with https://.`,
        abort: true,
      })
      .refine((value) => isNoUrl(value) || !hasCredentials(value), {
        error: `${label} can't contain a user name or password.`,
      })
      .nullable()
      .transform((value) => value || null),
    label,
  );

/** The address of an uploaded picture's file, or of that on a website: `/m/…`. */
export const pictureAddress = asField(
  'picture-address',
  storable('Picture')
    .trim()
    .max(2048, { error: 'Picture can be at most 2048 characters long.' })
    .transform((value, context) => {
      const path = isHttpUrl(value) ? new URL(value).pathname : value;
      if (pictureAt(path) !== null) return path;
      context.addIssue({ code: 'custom', message: 'Paste the address of an uploaded picture. It contains /m/.' });
      return z.NEVER;
    }),
  'Picture',
);

/** A price from 0 to 99,999,999.99 with at most two decimals, as a number. */
export const price = asField(
  'price',
  z
    .number({ error: 'Price must be a number.' })
    .min(0, { error: "Price can't be negative." })
    .max(PRICE_MAX, { error: 'Price can be at most 99,999,999.99.' })
    .refine((value) => Number(value.toFixed(2)) === value, { error: 'Price can have at most two decimals.' })
    // Turns -0, a valid JSON number, into 0.
    .transform((value) => value + 0),
  'Price',
);

/** A whole number from 0 to `max`. */
export const wholeNumber = (label: string, max: number) =>
  asField(
    'whole-number',
    z
      .int({ error: `${label} must be a whole number.` })
      .min(0, { error: `${label} can't be negative.` })
      .max(max, { error: `${label} can be at most ${max}.` }),
    label,
  );

const positive = (label: string) =>
  z.int({ error: `${label} must be a whole number.` }).min(1, { error: `${label} must be a positive number.` });

/** A row's id in a body. */
export const id = (label: string) =>
  asField('id', positive(label).max(ID_MAX, { error: `${label} is out of range.` }), label);

/** The id of a size or an option in a body: up to `Number.MAX_SAFE_INTEGER`, as restaurants use up many. */
export const choiceId = (label: string) => asField('choice-id', positive(label), label);

/** A row's id in a path: decimal digits without a sign, space or leading zero. */
export const idParam = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/, { error: 'The id must be a whole number.' })
  .transform(Number)
  .pipe(id('The id'));

/** A tenant's or user's id. In lower case, as PostgreSQL writes it, because ids are compared as text. */
export const uuid = asField('uuid', z.uuid({ error: 'The id must be a UUID.' }).toLowerCase());

/** A yes/no value. */
export const flag = (label: string) => asField('flag', z.boolean({ error: `${label} must be true or false.` }), label);

/** The token of a mailed or shown link. */
export const linkToken = () =>
  asField(
    'token',
    z.string({ error: 'The link is incomplete.' }).min(1, { error: 'The link is incomplete.' }).max(200, {
      error: 'This link is not valid.',
    }),
  );

/** The page size in a query: 1 to 100, 100 by default. */
export const listLimit = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/, { error: 'The limit must be a whole number from 1 to 100.' })
  .transform(Number)
  .pipe(z.int().max(100, { error: 'The limit can be at most 100.' }))
  .default(100);
