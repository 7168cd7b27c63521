// The texts of a restaurant that can be translated, for auth and public-menu. No zod here.

const NOTES = ['tax', 'service', 'tip'] as const;

type Notes = { [Name in (typeof NOTES)[number]]?: string | undefined };

const ANNOUNCEMENTS = ['first', 'second'] as const;

interface TenantTexts {
  description: string | null;
  notes?: Notes | null | undefined;
  announcements?: { [Name in (typeof ANNOUNCEMENTS)[number]]?: { text: string } | undefined } | null | undefined;
}

/** The restaurant's texts in its own language, by field; null for one that it does not have. */
export const textsOfTenant = ({ description, notes, announcements }: TenantTexts) => ({
  description,
  'notes.tax': notes?.tax ?? null,
  'notes.service': notes?.service ?? null,
  'notes.tip': notes?.tip ?? null,
  'announcements.first': announcements?.first?.text ?? null,
  'announcements.second': announcements?.second?.text ?? null,
});

/** The restaurant with `texts`, those of which it has, in place of its own. */
export function withTenantTexts<Tenant extends TenantTexts>(
  tenant: Tenant,
  texts: Readonly<Record<string, string>>,
): Tenant {
  const notes = NOTES.flatMap((name) => {
    const note = texts[`notes.${name}`] ?? tenant.notes?.[name];
    return note === undefined ? [] : [[name, note] as const];
  });
  const announcements = ANNOUNCEMENTS.flatMap((name) => {
    const own = tenant.announcements?.[name];
    return own ? [[name, { ...own, text: texts[`announcements.${name}`] ?? own.text }] as const] : [];
  });
  return {
    ...tenant,
    description: texts.description ?? tenant.description,
    ...(tenant.notes && { notes: Object.fromEntries(notes) }),
    ...(tenant.announcements && { announcements: Object.fromEntries(announcements) }),
  };
}
