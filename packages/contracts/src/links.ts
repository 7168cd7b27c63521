import { z } from 'zod';
import { asField } from './field-kind.ts';
import { storable } from './fields.ts';
import { telHref } from './rules/phone.ts';
import type { Wifi } from './rules/wifi.ts';

/** Maximum length of a link. */
const LINK_MAX = 300;

/** What a restaurant may link to, in the order of the guests' page, with the name in messages. */
export const LINK_LABELS = {
  website: 'Website',
  reservations: 'Reservations link',
  review: 'Review link',
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
} as const;
export type LinkName = keyof typeof LINK_LABELS;

/** The domains of those that are on a certain site. */
const SITES: Readonly<Partial<Record<LinkName, readonly string[]>>> = {
  instagram: ['instagram.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
  tiktok: ['tiktok.com'],
  whatsapp: ['wa.me', 'whatsapp.com'],
};

/** The address of an account, given by its name or number. */
const ACCOUNTS: Readonly<Partial<Record<LinkName, (text: string) => string | undefined>>> = {
  instagram: (text) => /^@([\w.]+)$/.exec(text)?.[1] && `https://www.instagram.com/${text.slice(1)}`,
  tiktok: (text) => (/^@[\w.]+$/.test(text) ? `https://www.tiktok.com/${text}` : undefined),
  whatsapp: (text) => {
    const [, number] = (isNumber(text) && /^tel:(?:\+|00)(\d+)$/.exec(telHref(text) ?? '')) || [];
    return number && `https://wa.me/${number}`;
  },
};

/** Whether `text` may be a phone number, in the digits of any script. */
const isNumber = (text: string): boolean =>
  /^[\p{Nd}+\uff0b\s()[\]\uff08\uff09./\u2010-\u2015\uff0d-]{6,40}$/u.test(text);

/** A public host: a name with a top-level domain, neither an IP address nor a name of a local network. */
const PUBLIC_HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/;

const isOn = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The https address that `text` stands for; what is wrong with it otherwise. */
function readLink(name: LinkName, text: string): { href: string } | { error: string } {
  const label = LINK_LABELS[name];
  const full = ACCOUNTS[name]?.(text) ?? (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (name === 'whatsapp' && isNumber(text) && !ACCOUNTS.whatsapp?.(text)) {
    return { error: `${label} number must begin with + and the code of your country.` };
  }
  const mustStart = { error: `${label} must start with https://.` };
  if (/\s/.test(full) || !URL.canParse(full)) return mustStart;
  const url = new URL(full);
  if (url.protocol !== 'https:' || !PUBLIC_HOST.test(url.hostname) || url.port !== '') return mustStart;
  if (url.username !== '' || url.password !== '') return { error: `${label} can't contain a user name or password.` };
  const sites = SITES[name];
  if (sites && !sites.some((domain) => isOn(url.hostname, domain))) {
    return { error: `${label} must be an address at ${sites[0]}.` };
  }
  if (sites && url.pathname === '/') return { error: `${label} must lead to your own page at ${sites[0]}.` };
  if (url.href.length > LINK_MAX) return { error: `${label} can be at most ${LINK_MAX} characters long.` };
  return { href: url.href };
}

const linkInput = (name: LinkName) =>
  storable(LINK_LABELS[name])
    .trim()
    .max(LINK_MAX, { error: `${LINK_LABELS[name]} can be at most ${LINK_MAX} characters long.`, abort: true })
    .nullable()
    .transform((text, context) => {
      if (!text) return undefined;
      const read = readLink(name, text);
      if ('href' in read) return read.href;
      context.addIssue({ code: 'custom', message: read.error });
      return z.NEVER;
    })
    .optional();

/** Each link in a request: an https address, or the name or number of an account; an empty one is left out. */
export const LINK_INPUTS = {
  website: linkInput('website'),
  reservations: linkInput('reservations'),
  review: linkInput('review'),
  instagram: linkInput('instagram'),
  facebook: linkInput('facebook'),
  tiktok: linkInput('tiktok'),
  whatsapp: linkInput('whatsapp'),
} satisfies Record<LinkName, z.ZodType>;

export const LINK_NAMES = Object.keys(LINK_LABELS) as LinkName[];

/** A restaurant's links: https addresses. */
export const links = z.object({
  website: z.string().optional(),
  reservations: z.string().optional(),
  review: z.string().optional(),
  instagram: z.string().optional(),
  facebook: z.string().optional(),
  tiktok: z.string().optional(),
  whatsapp: z.string().optional(),
} satisfies Record<LinkName, z.ZodType>);
export type Links = z.infer<typeof links>;

/** `links` in a request; without any, there are no links. */
export const linksInput = asField(
  'links',
  z
    .object(LINK_INPUTS, { error: `Links must be an object with ${LINK_NAMES.join(', ')}.` })
    .transform((given): Links | null => {
      const kept = Object.entries(given).filter(([, link]) => link);
      return kept.length > 0 ? Object.fromEntries(kept) : null;
    }),
  'Links',
);

/** Longest name of a network, in bytes (IEEE 802.11). */
const WIFI_NAME_BYTES = 32;

/** The guests' Wi-Fi, which everybody who opens the menu may read. Without a password, it is open. */
export const wifi = z.object({ name: z.string(), password: z.string().optional() }) satisfies z.ZodType<Wifi>;

const isOneLine = (text: string) => !/[\n\r\t]/.test(text);

/** The network's name and password in a request; an empty password is left out. */
export const WIFI_INPUTS = {
  name: storable('Wi-Fi name')
    .trim()
    .min(1, { error: 'Wi-Fi name is required.' })
    .refine(isOneLine, { error: 'Wi-Fi name must be one line.' })
    .refine((text) => new TextEncoder().encode(text).length <= WIFI_NAME_BYTES, {
      error: `Wi-Fi name can be at most ${WIFI_NAME_BYTES} characters long.`,
    }),
  // As WPA has them.
  password: storable('Wi-Fi password')
    .trim()
    .refine((text) => text === '' || /^[ -~]*$/.test(text), {
      error: 'Wi-Fi password can only contain letters from A to Z, digits and signs.',
    })
    .refine((text) => text === '' || (text.length >= 8 && text.length <= 63), {
      error: 'Wi-Fi password must be 8 to 63 characters long.',
    })
    .nullable()
    .transform((text) => text || undefined)
    .optional(),
};

/** `wifi` in a request. */
export const wifiInput = asField(
  'wifi',
  z
    .object(WIFI_INPUTS, { error: 'Wi-Fi must be an object with name and password.' })
    .transform(({ name, password }): Wifi => ({ name, ...(password && { password }) })),
  'Wi-Fi',
);

/** From inexpensive to fine dining, as search engines show it. */
export const PRICE_RANGES = ['$', '$$', '$$$', '$$$$'] as const;

export const priceRangeInput = z.enum(PRICE_RANGES, {
  error: `Price range must be one of ${PRICE_RANGES.join(', ')}.`,
});
