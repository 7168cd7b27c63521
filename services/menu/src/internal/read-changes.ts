import type { MenuChanges } from '@tavola/contracts/history.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { AVAILABLE } from '../item/item-store.ts';

// What guests saw at a version follows from the rows as they are now and from the log: the oldest value that the log has of a
// field after that version is the one it had then. Dishes of inactive categories are not on the menu, nor those that are served
// only in inactive dayparts.
const COUNTS = `
  WITH
    own AS (SELECT current_setting('app.tenant_id')::uuid AS tenant_id),
    now AS (
      SELECT coalesce(max(version), 0) AS version, coalesce(max(logged_from), 0) AS logged_from
      FROM menu_version WHERE tenant_id = (SELECT tenant_id FROM own)
    )
  SELECT since, now.version AS now, since BETWEEN now.logged_from AND now.version AS "isKnown",
    prices, gone, added, "soldOut"
  FROM unnest($1::int[]) WITH ORDINALITY AS asked (since, place) CROSS JOIN now, LATERAL (
    WITH
      touched AS (
        SELECT kind, target_id, (array_agg(act ORDER BY change.id))[1] = 'added' AS is_new,
          coalesce(jsonb_object_agg(key, value ORDER BY change.id DESC) FILTER (WHERE key IS NOT NULL), '{}') AS was
        FROM menu_change AS change
          LEFT JOIN LATERAL (
            SELECT key, value FROM jsonb_each(change.before) WHERE key IN ('price', 'categoryId', 'isAvailable', 'isActive')
            UNION ALL
            SELECT 'dayparts', coalesce(change.before #> '{facets,dayparts}', 'null')
            WHERE change.before -> 'facets' ? 'dayparts' OR change.after -> 'facets' ? 'dayparts'
          ) AS field ON true
        WHERE tenant_id = (SELECT tenant_id FROM own) AND version > since AND act <> 'moved' AND since >= now.logged_from
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
      dayparts AS (
        SELECT coalesce(daypart.id, touched.target_id) AS id, is_active, coalesce((was ->> 'isActive')::boolean, is_active) AS was_active
        FROM (SELECT * FROM daypart WHERE tenant_id = (SELECT tenant_id FROM own)) AS daypart
          FULL JOIN (SELECT * FROM touched WHERE kind = 'daypart') AS touched ON touched.target_id = daypart.id
      ),
      dishes AS (
        SELECT item.price, item.is_available,
          coalesce((was ->> 'price')::numeric, item.price) AS was_price,
          coalesce((was ->> 'isAvailable')::boolean, item.is_available) AS was_available,
          item.id IS NOT NULL AND (item.category_id IS NULL OR category.is_active) AND is_served AS is_shown,
          is_new IS NOT TRUE AND (old_category_id IS NULL OR old.was_active) AND was_served AS was_shown
        FROM (
          SELECT id, price, category_id, facets -> 'dayparts' AS dayparts, ${AVAILABLE} AS is_available
          FROM item WHERE tenant_id = (SELECT tenant_id FROM own)
        ) AS item
          FULL JOIN (SELECT * FROM touched WHERE kind = 'item') AS touched ON touched.target_id = item.id
          CROSS JOIN LATERAL (
            SELECT CASE WHEN was ? 'categoryId' THEN (was ->> 'categoryId')::int ELSE item.category_id END AS old_category_id,
              CASE WHEN was ? 'dayparts' THEN nullif(was -> 'dayparts', 'null') ELSE item.dayparts END AS dayparts
          ) AS earlier
          LEFT JOIN categories AS category ON category.id = item.category_id
          LEFT JOIN categories AS old ON old.id = old_category_id
          CROSS JOIN LATERAL (
            SELECT coalesce(bool_or(is_active) FILTER (WHERE coalesce(item.dayparts, category.dayparts) @> to_jsonb(id)), true) AS is_served,
              coalesce(bool_or(was_active) FILTER (WHERE coalesce(earlier.dayparts, old.were_dayparts) @> to_jsonb(id)), true) AS was_served
            FROM dayparts
          ) AS served
      )
    SELECT count(*) FILTER (WHERE was_shown AND is_shown AND price <> was_price)::int AS prices,
      count(*) FILTER (WHERE was_shown AND NOT is_shown)::int AS gone,
      count(*) FILTER (WHERE is_shown AND NOT was_shown)::int AS added,
      count(*) FILTER (WHERE was_shown AND is_shown AND was_available AND NOT is_available)::int AS "soldOut"
    FROM dishes
    WHERE since BETWEEN now.logged_from AND now.version
  ) AS counts
  ORDER BY place`;

/** What guests see differently since each of `versions` of the menu of `tenantId`, in that order: public facts only. */
export const readChanges = (pool: Pool, tenantId: string, versions: readonly number[]): Promise<MenuChanges[]> =>
  readAsTenant<MenuChanges>(pool, tenantId, { text: COUNTS, values: [versions] });
