import { type Tenant, type TenantInput, tenantInput } from '@tavola/contracts/auth.ts';
import { NOTE_INPUTS, type Notes } from '@tavola/contracts/money.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { z } from 'zod';

/** The form's field of each note. */
export const NOTE_FIELDS = { tax: 'taxNote', service: 'serviceNote', tip: 'tipNote' } as const satisfies Record<
  keyof Notes,
  string
>;
export const NOTES = Object.keys(NOTE_FIELDS) as (keyof Notes)[];

/** The settings form's schema: the contract's, with every field a text. */
export const settingsForm = tenantInput
  .omit({ notes: true, languages: true, hours: true, keepsTexts: true })
  .required({ currency: true })
  .extend({
    pricesIncludeTax: z.enum(['', 'yes', 'no']).transform((text) => (text === '' ? null : text === 'yes')),
    taxNote: NOTE_INPUTS.tax,
    serviceNote: NOTE_INPUTS.service,
    tipNote: NOTE_INPUTS.tip,
  });
export type SettingsInput = z.input<typeof settingsForm>;
export type SettingsOutput = z.output<typeof settingsForm>;

/** What the menu says about tax: '' for nothing. */
export type TaxChoice = '' | 'yes' | 'no';

/** The form's values. */
export type SettingsValues = Record<Exclude<keyof SettingsOutput, 'pricesIncludeTax'>, string> & {
  pricesIncludeTax: TaxChoice;
};

/** The form's fields by the API's names, where those differ. */
export const RENAMED_FIELDS: Readonly<Record<string, keyof SettingsValues>> = Object.fromEntries(
  NOTES.map((note) => [`notes.${note}`, NOTE_FIELDS[note]]),
);

/** The form's values for `tenant`. */
export const settingsValues = ({ pricesIncludeTax, notes, ...tenant }: Tenant): SettingsValues => ({
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
});

/** The request for what the form holds. Of the prices' settings, only the `changed` ones, because most restaurants have none. */
export function settingsInput(
  { currency, pricesIncludeTax, taxNote: tax, serviceNote: service, tipNote: tip, ...profile }: SettingsOutput,
  changed: readonly (keyof SettingsValues)[],
): TenantInput {
  const notes = Object.fromEntries(Object.entries({ tax, service, tip }).filter(([, note]) => note)) as Notes;
  return {
    ...profile,
    ...(changed.includes('currency') && { currency }),
    ...(changed.includes('pricesIncludeTax') && { pricesIncludeTax }),
    ...(NOTES.some((note) => changed.includes(NOTE_FIELDS[note])) && {
      notes: Object.keys(notes).length > 0 ? notes : null,
    }),
  };
}
