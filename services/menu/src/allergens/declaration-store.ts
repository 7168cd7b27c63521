import type { DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import type { Prisma } from '../generated/client.ts';

/** How many declarations of a restaurant are kept, besides those that count now; the oldest go first. */
export const DECLARATIONS_MAX = 20_000;

/** A declaration about the item or option `id`, which is called `name` now. */
export interface NewDeclaration {
  id: number;
  name: string;
  declared: DeclaredAllergens;
}

/** What the user `by` declares now of texts with the hash `basis`. */
export const declarationOf = (
  { states, kinds }: Pick<DeclaredAllergens, 'states' | 'kinds'>,
  { by, basis }: Pick<DeclaredAllergens, 'by' | 'basis'>,
): DeclaredAllergens => ({ states, ...(kinds && { kinds }), by, at: new Date().toISOString(), basis });

/** Keeps what was declared of items or options as evidence. Call this inside `writeMenu`. */
export async function keepDeclarations(
  tx: Prisma.TransactionClient,
  tenantId: string,
  kind: 'item' | 'option',
  declarations: readonly NewDeclaration[],
): Promise<void> {
  const rows = declarations.map(({ id, name, declared }) => ({ ...declared, target_id: id, name }));
  await tx.$executeRaw`
    INSERT INTO allergen_declaration (tenant_id, version, at, "by", kind, target_id, name, states, kinds, basis)
    SELECT menu_version.tenant_id, menu_version.version, given.at, given."by", ${kind}, given.target_id, given.name, given.states, coalesce(given.kinds, '[]'), given.basis
    FROM menu_version, jsonb_populate_recordset(NULL::allergen_declaration, ${JSON.stringify(rows)}::jsonb) AS given
    WHERE menu_version.tenant_id = ${tenantId}::uuid`;
  await tx.$executeRaw`
    DELETE FROM allergen_declaration WHERE tenant_id = ${tenantId}::uuid AND id <= (
      SELECT id FROM allergen_declaration WHERE tenant_id = ${tenantId}::uuid
      ORDER BY id DESC OFFSET ${DECLARATIONS_MAX} LIMIT 1
    )`;
}
