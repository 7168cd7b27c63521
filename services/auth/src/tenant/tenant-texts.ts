import { textsOfTenant } from '@tavola/contracts/rules/tenant-texts.ts';
import { TENANT_TEXTS } from '@tavola/contracts/translations.ts';

/** A text of a restaurant that can be translated. */
export type TextField = keyof typeof TENANT_TEXTS.tenant;

export const TEXT_FIELDS = Object.keys(TENANT_TEXTS.tenant) as TextField[];

/** The restaurant's texts in its own language, by field; null for one that it does not have. */
export const textsOf: (tenant: Parameters<typeof textsOfTenant>[0]) => Record<TextField, string | null> = textsOfTenant;
