import { TENANT_FIELDS, type Tenant, type TenantInput, tenantInput } from '@tavola/contracts/auth.ts';
import {
  LINK_INPUTS,
  LINK_LABELS,
  LINK_NAMES,
  type LinkName,
  PRICE_RANGES,
  WIFI_INPUTS,
} from '@tavola/contracts/links.ts';
import { NOTE_INPUTS, type Notes } from '@tavola/contracts/money.ts';
import { type AllergenScheme, allergenSchemeOf } from '@tavola/contracts/rules/allergens.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { FONT_PAIRS, LAYOUTS, lookOf, TEMPLATES } from '@tavola/contracts/rules/look.ts';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { securePicture } from '../../lib/pictures/secure-picture.ts';

/** The form's field of each note. */
export const NOTE_FIELDS = { tax: 'taxNote', service: 'serviceNote', tip: 'tipNote' } as const satisfies Record<
  keyof Notes,
  string
>;
export const NOTES = Object.keys(NOTE_FIELDS) as (keyof Notes)[];

/** The labels of the links. */
export const LINK_WORDS: Readonly<Record<LinkName, string>> = {
  ...LINK_LABELS,
  reservations: 'Reservations',
  review: 'Reviews',
};

/** A text of the restaurant that can be translated. */
export type TextField = 'description' | `notes.${keyof Notes}`;

/** The form's field of each text that can be translated. */
export const TEXT_FIELDS: Readonly<Record<TextField, keyof SettingsInput>> = {
  description: 'description',
  'notes.tax': NOTE_FIELDS.tax,
  'notes.service': NOTE_FIELDS.service,
  'notes.tip': NOTE_FIELDS.tip,
};

/** The settings form's schema: the contract's, with every field a text. */
const settingsForm = tenantInput
  .omit({
    notes: true,
    announcements: true,
    languages: true,
    hours: true,
    look: true,
    keepsTexts: true,
    links: true,
    wifi: true,
    printedChanges: true,
  })
  .required({ currency: true })
  .extend({
    pricesIncludeTax: z.enum(['', 'yes', 'no']).transform((text) => (text === '' ? null : text === 'yes')),
    taxNote: NOTE_INPUTS.tax,
    serviceNote: NOTE_INPUTS.service,
    tipNote: NOTE_INPUTS.tip,
    template: z.enum(TEMPLATES),
    // '': the template's own.
    fonts: z.enum(['', ...FONT_PAIRS]),
    layout: z.enum(['', ...LAYOUTS]),
    favorites: z.boolean(),
    // '': none.
    cover: z.string(),
    ...LINK_INPUTS,
    // Required where there is a password, which the server checks.
    wifiName: z.string(),
    wifiPassword: WIFI_INPUTS.password,
    cuisine: TENANT_FIELDS.cuisine.input,
    allergenScheme: TENANT_FIELDS.allergenScheme.input,
    priceRange: z.enum(['', ...PRICE_RANGES]).transform((range) => range || null),
  });

/** `settingsForm` in which only the logo that `tenant` has may be one without https. */
export const settingsFormOf = (tenant: Tenant) =>
  settingsForm.extend({ logo: securePicture(settingsForm.shape.logo, 'Logo URL', tenant.logo) });

export type SettingsInput = z.input<typeof settingsForm>;
export type SettingsOutput = z.output<typeof settingsForm>;

/** The form of Settings. */
export type SettingsFormApi = UseFormReturn<SettingsInput, unknown, SettingsOutput>;

/** The address of the menu with `slug`. */
export const addressOf = (slug: string): string => `${window.location.origin}/menu/${slug}`;

/** What the menu says about tax: '' for nothing. */
export type TaxChoice = '' | 'yes' | 'no';

/** The form's values. */
export type SettingsValues = Record<
  Exclude<keyof SettingsOutput, 'pricesIncludeTax' | 'priceRange' | 'allergenScheme' | LookField>,
  string
> & {
  pricesIncludeTax: TaxChoice;
  allergenScheme: AllergenScheme;
  priceRange: SettingsInput['priceRange'];
} & Pick<SettingsOutput, LookField>;

/** The form's fields of the look. */
const LOOK_FIELDS = ['template', 'fonts', 'layout', 'favorites', 'cover'] as const;
type LookField = (typeof LOOK_FIELDS)[number];

/** What is undone at once: the look and its color. */
export const UNDONE_FIELDS = ['themeColor', ...LOOK_FIELDS] as const;

/** The form's fields by the API's names, where those differ. */
export const RENAMED_FIELDS: Readonly<Record<string, keyof SettingsValues>> = Object.fromEntries([
  ...NOTES.map((note) => [`notes.${note}`, NOTE_FIELDS[note]]),
  ...LOOK_FIELDS.map((name) => [`look.${name}`, name]),
  ...LINK_NAMES.map((name) => [`links.${name}`, name]),
  ['wifi.name', 'wifiName'],
  ['wifi.password', 'wifiPassword'],
]);

/** The form's values for `tenant`. */
export const settingsValues = ({ pricesIncludeTax, notes, look, links, wifi, ...tenant }: Tenant): SettingsValues => ({
  name: tenant.name,
  description: tenant.description ?? '',
  phone: tenant.phone ?? '',
  address: tenant.address ?? '',
  logo: tenant.logo ?? '',
  themeColor: tenant.themeColor,
  slug: tenant.slug,
  timeZone: tenant.timeZone,
  currency: tenant.currency ?? DEFAULT_CURRENCY,
  pricesIncludeTax: pricesIncludeTax === undefined ? '' : pricesIncludeTax ? 'yes' : 'no',
  taxNote: notes?.tax ?? '',
  serviceNote: notes?.service ?? '',
  tipNote: notes?.tip ?? '',
  template: lookOf(look).template,
  fonts: FONT_PAIRS.find((name) => name === look?.fonts) ?? '',
  layout: LAYOUTS.find((name) => name === look?.layout) ?? '',
  favorites: look?.favorites ?? false,
  cover: look?.cover ?? '',
  ...(Object.fromEntries(LINK_NAMES.map((name) => [name, links?.[name] ?? ''])) as Record<LinkName, string>),
  wifiName: wifi?.name ?? '',
  wifiPassword: wifi?.password ?? '',
  cuisine: tenant.cuisine ?? '',
  allergenScheme: allergenSchemeOf(tenant.allergenScheme),
  priceRange: PRICE_RANGES.find((range) => range === tenant.priceRange) ?? '',
});

/** What the form has chosen of the look; undefined for the house's own. */
export const chosenLook = ({
  template,
  fonts,
  layout,
  favorites,
  cover,
}: Pick<SettingsOutput, LookField>): NonNullable<TenantInput['look']> | undefined =>
  template === 'trattoria' && !fonts && !layout && !favorites && !cover
    ? undefined
    : {
        template,
        ...(fonts && { fonts }),
        ...(layout && { layout }),
        ...(favorites && { favorites }),
        ...(cover && { cover }),
      };

/** The request for what the form holds. Of the settings that most restaurants lack, only the `changed` ones. */
export function settingsInput(
  {
    currency,
    pricesIncludeTax,
    taxNote: tax,
    serviceNote: service,
    tipNote: tip,
    template,
    fonts,
    layout,
    favorites,
    cover,
    wifiName,
    wifiPassword: password,
    cuisine,
    allergenScheme,
    priceRange,
    ...rest
  }: SettingsOutput,
  changed: readonly (keyof SettingsValues)[],
): TenantInput {
  const { website, reservations, review, instagram, facebook, tiktok, whatsapp, ...profile } = rest;
  const links = { website, reservations, review, instagram, facebook, tiktok, whatsapp };
  const name = wifiName.trim();
  const notes = Object.fromEntries(Object.entries({ tax, service, tip }).filter(([, note]) => note)) as Notes;
  return {
    ...profile,
    ...(changed.includes('currency') && { currency }),
    ...(changed.includes('pricesIncludeTax') && { pricesIncludeTax }),
    ...(LOOK_FIELDS.some((name) => changed.includes(name)) && {
      look: chosenLook({ template, fonts, layout, favorites, cover }) ?? null,
    }),
    ...(NOTES.some((note) => changed.includes(NOTE_FIELDS[note])) && {
      notes: Object.keys(notes).length > 0 ? notes : null,
    }),
    ...(LINK_NAMES.some((link) => changed.includes(link)) && { links }),
    ...((changed.includes('wifiName') || changed.includes('wifiPassword')) && {
      wifi: name || password ? { name, password } : null,
    }),
    ...(changed.includes('cuisine') && { cuisine }),
    ...(changed.includes('allergenScheme') && { allergenScheme }),
    ...(changed.includes('priceRange') && { priceRange }),
  };
}
