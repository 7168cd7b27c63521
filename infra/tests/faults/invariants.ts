import type pg from 'pg';

/** Invariants of the data, each with the query that finds violations. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'an owner without a restaurant': `SELECT id FROM auth."user" WHERE role = 'owner' AND tenant_id IS NULL`,
  'a restaurant without an owner': `
    SELECT id FROM auth.tenant WHERE NOT EXISTS (SELECT FROM auth."user" WHERE "user".tenant_id = tenant.id)`,
  'a restaurant whose slug is not kept': `
    SELECT id FROM auth.tenant
    WHERE NOT EXISTS (SELECT FROM auth.tenant_slug AS kept WHERE kept.slug = tenant.slug AND kept.tenant_id = tenant.id)`,
  'a session of nobody': `
    SELECT id FROM auth.session WHERE NOT EXISTS (SELECT FROM auth."user" WHERE "user".id = session.user_id)`,
  'a category or a dish of no restaurant': `
    SELECT tenant_id FROM (SELECT tenant_id FROM menu.category UNION SELECT tenant_id FROM menu.item) AS row
    WHERE NOT EXISTS (SELECT FROM auth.tenant WHERE tenant.id = row.tenant_id)`,
  'a category or a dish whose menu has no version': `
    SELECT tenant_id FROM (SELECT tenant_id FROM menu.category UNION SELECT tenant_id FROM menu.item) AS row
    WHERE NOT EXISTS (SELECT FROM menu.menu_version AS version WHERE version.tenant_id = row.tenant_id)`,
  'a dish in a foreign category': `
    SELECT item.id FROM menu.item JOIN menu.category ON category.id = category_id
    WHERE category.tenant_id <> item.tenant_id`,
  'a code of no restaurant': `
    SELECT tenant_id FROM qr.code WHERE NOT EXISTS (SELECT FROM auth.tenant WHERE tenant.id = code.tenant_id)`,
};

/** The violated invariants, with the first offending rows; empty for a sound database. */
export async function brokenInvariants(db: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(INVARIANTS)) {
    const { rows } = await db.query(`${query} LIMIT 3`);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
