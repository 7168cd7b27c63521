// The texts of a restaurant that can be translated, for auth and public-menu. No zod here.

const NOTES = ['tax', 'service', 'tip'] as const;

type Notes = { [Name in (typeof NOTES)[number]]?: string | undefined };

interface TenantTexts {
  description: string | null;
  notes?: Notes | null | undefined;
}

/** The restaurant's texts in its own language, by field; null for one that it does not have. */
export const textsOfTenant = ({ description, notes }: TenantTexts) => ({
  description,
  'notes.tax': notes?.tax ?? null,
  'notes.service': notes?.service ?? null,
  'notes.tip': notes?.tip ?? null,
});

/** The restaurant with `texts`, those of which it has, in place of its own. */
export function withTenantTexts<Tenant extends TenantTexts>(
  tenant: Tenant,
  texts: Readonly<Record<string, string>>,
): Tenant {
  const notes: Notes = { ...tenant.notes };
  for (const name of NOTES) notes[name] = texts[`notes.${name}`] ?? notes[name];
  const given = Object.entries(notes).filter(([, note]) => note !== undefined);
  return {
    ...tenant,
    description: texts.description ?? tenant.description,
    ...(tenant.notes && { notes: Object.fromEntries(given) }),
  };
}
