import type { MenuChanges } from '@tavola/contracts/history.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import { AVAILABLE } from '../item/item-store.ts';
import { availableChoicesSql, hasAvailableSql } from '../menu/choices.ts';

/** Whether one of the dayparts is on that the list `named` names; without a list, whether it is served at all. */
const isServed = (named: string, isActive: string) => `
  CASE WHEN ${named} IS NULL THEN true ELSE coalesce((SELECT bool_or(${isActive}) FROM dayparts WHERE ${named} @> to_jsonb(id)), true) END`;

/** Whether a dish, or a size that it still has, costs something else. */
const HAS_OTHER_PRICE = `(
  item.price <> coalesce((was ->> 'price')::numeric, item.price)
  OR CASE WHEN item.variants = earlier.variants THEN false ELSE EXISTS (
    SELECT FROM jsonb_array_elements(item.variants) AS size JOIN jsonb_array_elements(earlier.variants) AS was_size
      ON size -> 'id' = was_size -> 'id'
    WHERE size -> 'price' <> was_size -> 'price'
  ) END)`;

// What guests saw at a version follows from the rows as they are now and from the log: the oldest value that the log has of a
// field after that version is the one it had then. Dishes of inactive categories are not on the menu, nor those that are served
// only in inactive dayparts. The log is read once for all versions.
const COUNTS = `
  WITH
    own AS (SELECT current_setting('app.tenant_id')::uuid AS tenant_id),
    now AS (
      SELECT coalesce(max(version), 0) AS version, coalesce(max(logged_from), 0) AS logged_from
      FROM menu_version WHERE tenant_id = (SELECT tenant_id FROM own)
    ),
    asked AS (SELECT since, place FROM unnest($1::int[]) WITH ORDINALITY AS asked (since, place)),
    fields AS MATERIALIZED (
      SELECT id, version, kind, target_id, act, key, value
      FROM menu_change AS change
        LEFT JOIN LATERAL (
          SELECT key, value FROM jsonb_each(change.before) WHERE key IN ('price', 'categoryId', 'isAvailable', 'isActive')
          UNION ALL
          SELECT 'dayparts', coalesce(change.before #> '{facets,dayparts}', 'null')
          WHERE change.before -> 'facets' ? 'dayparts' OR change.after -> 'facets' ? 'dayparts'
          UNION ALL
          SELECT 'variants', coalesce(change.before #> '{facets,variants}', 'null')
          WHERE change.before -> 'facets' ? 'variants' OR change.after -> 'facets' ? 'variants'
        ) AS field ON true
      WHERE tenant_id = (SELECT tenant_id FROM own) AND act <> 'moved'
        AND version > (SELECT min(since) FROM asked, now WHERE since >= now.logged_from)
    )
  SELECT since, now.version AS now, since BETWEEN now.logged_from AND now.version AS "isKnown",
    prices, gone, added, "soldOut"
  FROM asked CROSS JOIN now, LATERAL (
    WITH
      touched AS (
        SELECT kind, target_id, (array_agg(act ORDER BY id))[1] = 'added' AS is_new,
          coalesce(jsonb_object_agg(key, value ORDER BY id DESC) FILTER (WHERE key IS NOT NULL), '{}') AS was
        FROM fields WHERE version > since AND since >= now.logged_from
        GROUP BY kind, target_id
      ),
      categories AS (
        SELECT coalesce(category.id, touched.target_id) AS id, category.facets -> 'dayparts' AS dayparts,
          CASE WHEN was ? 'dayparts' THEN nullif(was -> 'dayparts', 'null') ELSE category.facets -> 'dayparts' END AS were_dayparts,
          coalesce(category.is_active, false) AS is_active,
          CASE WHEN touched.is_new THEN false ELSE coalesce((was ->> 'isActive')::boolean, category.is_active) END AS was_active
        FROM (SELECT * FROM category WHERE tenant_id = (SELECT tenant_id FROM own)) AS category
          FULL JOIN (SELECT * FROM touched WHERE kind = 'category') AS touched ON touched.target_id = category.id
      ),
      dayparts AS MATERIALIZED (
        SELECT coalesce(daypart.id, touched.target_id) AS id, is_active, coalesce((was ->> 'isActive')::boolean, is_active) AS was_active
        FROM (SELECT * FROM daypart WHERE tenant_id = (SELECT tenant_id FROM own)) AS daypart
          FULL JOIN (SELECT * FROM touched WHERE kind = 'daypart') AS touched ON touched.target_id = daypart.id
      ),
      dishes AS (
        SELECT ${HAS_OTHER_PRICE} AS has_other_price,
          item.is_available AND ${hasAvailableSql('item.variants')} AS is_available,
          coalesce((was ->> 'isAvailable')::boolean, item.is_available) AND ${hasAvailableSql('earlier.variants')} AS was_available,
          item.id IS NOT NULL AND (item.category_id IS NULL OR category.is_active) AND is_served AS is_shown,
          is_new IS NOT TRUE AND (old_category_id IS NULL OR old.was_active) AND was_served AS was_shown
        FROM (
          SELECT id, price, category_id, facets -> 'dayparts' AS dayparts, ${AVAILABLE} AS is_available,
            ${availableChoicesSql(`(facets -> 'variants')`)} AS variants
          FROM item WHERE tenant_id = (SELECT tenant_id FROM own)
        ) AS item
          FULL JOIN (SELECT * FROM touched WHERE kind = 'item') AS touched ON touched.target_id = item.id
          CROSS JOIN LATERAL (
            SELECT CASE WHEN was ? 'categoryId' THEN (was ->> 'categoryId')::int ELSE item.category_id END AS old_category_id,
              CASE WHEN was ? 'dayparts' THEN nullif(was -> 'dayparts', 'null') ELSE item.dayparts END AS dayparts,
              CASE WHEN was ? 'variants' THEN nullif(was -> 'variants', 'null') ELSE item.variants END AS variants
          ) AS earlier
          LEFT JOIN categories AS category ON category.id = item.category_id
          LEFT JOIN categories AS old ON old.id = old_category_id
          CROSS JOIN LATERAL (
            SELECT
              ${isServed('coalesce(item.dayparts, category.dayparts)', 'is_active')} AS is_served,
              ${isServed('coalesce(earlier.dayparts, old.were_dayparts)', 'was_active')} AS was_served
          ) AS served
      )
    SELECT count(*) FILTER (WHERE was_shown AND is_shown AND has_other_price)::int AS prices,
      count(*) FILTER (WHERE was_shown AND NOT is_shown)::int AS gone,
      count(*) FILTER (WHERE is_shown AND NOT was_shown)::int AS added,
      count(*) FILTER (WHERE was_shown AND is_shown AND was_available AND NOT is_available)::int AS "soldOut"
    FROM dishes
    WHERE since BETWEEN now.logged_from AND now.version
  ) AS counts
  ORDER BY place`;

/** How many versions one statement compares: with a full log, a version takes a tenth of a second. */
const COMPARED_AT_ONCE = 2;

/**
 * What guests see differently since each of `versions` of the menu of `tenantId`, in that order: public facts only.
 * @throws Problem `unavailable` once the client is gone.
 */
export async function readChanges(pool: Pool, tenantId: string, versions: readonly number[]): Promise<MenuChanges[]> {
  const changes: MenuChanges[] = [];
  for (let at = 0; at < versions.length; at += COMPARED_AT_ONCE) {
    if (currentRequest()?.gone?.aborted) throw new Problem('unavailable', 'Nobody waits for this any more.');
    const values = [versions.slice(at, at + COMPARED_AT_ONCE)];
    changes.push(...(await readAsTenant<MenuChanges>(pool, tenantId, { text: COUNTS, values, hasNestedLoops: false })));
  }
  return changes;
}
