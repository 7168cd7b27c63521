// The texts of a restaurant that can be translated, for auth and public-menu. No zod here.

interface TenantTexts {
  description: string | null;
}

/** The restaurant's texts in its own language, by field; null for one that it does not have. */
export const textsOfTenant = ({ description }: TenantTexts): Record<string, string | null> => ({ description });

/** The restaurant with `texts` in place of its own. */
export const withTenantTexts = <Tenant extends TenantTexts>(
  tenant: Tenant,
  { description }: Readonly<Record<string, string>>,
): Tenant => ({ ...tenant, ...(description !== undefined && { description }) });
