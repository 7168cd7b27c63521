import type { MenuChanges } from '@tavola/contracts/history.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import { AVAILABLE } from '../item/item-store.ts';
import { availableChoicesSql, hasAvailableSql } from '../menu/choices.ts';

/** Whether one of the dayparts is on that the list `named` names; without a list, whether it is served at all. */
const isServed = (named: string, isActive: string) => `
  CASE WHEN ${named} IS NULL THEN true ELSE coalesce((SELECT bool_or(${isActive}) FROM dayparts WHERE ${named} @> to_jsonb(id)), true) END`;

/** What became of the choices in the list `was` in the list `now`: how many are gone, sold out, or cost something else. */
const choiceChanges = (was: string, now: string) => `
  SELECT count(*) FILTER (WHERE choice IS NULL) AS gone,
    count(*) FILTER (WHERE (was_choice ->> 'isAvailable')::boolean AND NOT (choice ->> 'isAvailable')::boolean) AS sold_out,
    count(*) FILTER (WHERE choice -> 'price' <> was_choice -> 'price') AS prices
  FROM jsonb_array_elements(${was}) AS was_choice LEFT JOIN jsonb_array_elements(${now}) AS choice
    ON choice -> 'id' = was_choice -> 'id'`;

/** How many of the options in a list are available. */
const countAvailable = (options: string) =>
  `(SELECT count(*) FROM jsonb_array_elements(${options}) AS option WHERE (option ->> 'isAvailable')::boolean)`;

/** Whether a dish with `groups` is sold out, because `lacks` holds for one of them. */
const lacksChoice = (groups: string, lacks: string) =>
  `EXISTS (SELECT FROM option_groups WHERE ${lacks} AND ${groups} @> to_jsonb(option_groups.id))`;

// What guests saw at a version follows from the rows as they are now and from the log: the oldest value that the log has of a
// field after that version is the one it had then. Dishes of inactive categories are not on the menu, nor those that are served
// only in inactive dayparts. Options count where a dish that was and is on the menu had their group. The log is read once for all versions.
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
          SELECT key, value FROM jsonb_each(change.before) WHERE key IN ('price', 'categoryId', 'isAvailable', 'isActive', 'options', 'min')
          UNION ALL
          SELECT facet, coalesce(change.before -> 'facets' -> facet, 'null')
          FROM unnest('{dayparts,variants,optionGroups}'::text[]) AS facet
          WHERE change.before -> 'facets' ? facet OR change.after -> 'facets' ? facet
        ) AS field ON true
      WHERE tenant_id = (SELECT tenant_id FROM own) AND act <> 'moved'
        AND version > (SELECT min(since) FROM asked, now WHERE since >= now.logged_from)
    )
  SELECT since, now.version AS now, since BETWEEN now.logged_from AND now.version AS "isKnown",
    prices, gone, added, "soldOut", "choicesGone", "choicesSoldOut"
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
      option_groups AS MATERIALIZED (
        SELECT id, options, was_options, min > ${countAvailable('options')} AS lacks, was_min > ${countAvailable('was_options')} AS lacked
        FROM (
          SELECT coalesce(own.id, touched.target_id) AS id, coalesce(own.options, '[]') AS options, coalesce(own.min, 0) AS min,
            CASE WHEN is_new THEN '[]' ELSE coalesce(was -> 'options', own.options, '[]') END AS was_options,
            coalesce((was ->> 'min')::int, own.min, 0) AS was_min
          FROM (
            SELECT id, min, ${availableChoicesSql('options')} AS options FROM option_group
            WHERE tenant_id = (SELECT tenant_id FROM own)
          ) AS own
            FULL JOIN (SELECT * FROM touched WHERE kind = 'option-group') AS touched ON touched.target_id = own.id
        ) AS now_and_then
      ),
      dishes AS MATERIALIZED (
        SELECT coalesce(item.id, touched.target_id) AS id, item.option_groups, earlier.option_groups AS had_groups,
          item.price <> coalesce((was ->> 'price')::numeric, item.price) OR coalesce(sizes.prices > 0, false) AS has_other_price,
          sizes.gone AS sizes_gone, sizes.sold_out AS sizes_sold_out,
          item.is_available AND ${hasAvailableSql('item.variants')}
            AND NOT ${lacksChoice('item.option_groups', 'lacks')} AS is_available,
          coalesce((was ->> 'isAvailable')::boolean, item.is_available) AND ${hasAvailableSql('earlier.variants')}
            AND NOT ${lacksChoice('earlier.option_groups', 'lacked')} AS was_available,
          item.id IS NOT NULL AND (item.category_id IS NULL OR category.is_active) AND is_served AS is_shown,
          is_new IS NOT TRUE AND (old_category_id IS NULL OR old.was_active) AND was_served AS was_shown
        FROM (
          SELECT id, price, category_id, facets -> 'dayparts' AS dayparts, facets -> 'optionGroups' AS option_groups,
            ${AVAILABLE} AS is_available,
            ${availableChoicesSql(`(facets -> 'variants')`)} AS variants
          FROM item WHERE tenant_id = (SELECT tenant_id FROM own)
        ) AS item
          FULL JOIN (SELECT * FROM touched WHERE kind = 'item') AS touched ON touched.target_id = item.id
          CROSS JOIN LATERAL (
            SELECT CASE WHEN was ? 'categoryId' THEN (was ->> 'categoryId')::int ELSE item.category_id END AS old_category_id,
              CASE WHEN was ? 'dayparts' THEN nullif(was -> 'dayparts', 'null') ELSE item.dayparts END AS dayparts,
              CASE WHEN was ? 'variants' THEN nullif(was -> 'variants', 'null') ELSE item.variants END AS variants,
              CASE WHEN was ? 'optionGroups' THEN nullif(was -> 'optionGroups', 'null') ELSE item.option_groups END AS option_groups
          ) AS earlier
          LEFT JOIN LATERAL (${choiceChanges('earlier.variants', 'item.variants')}) AS sizes
            ON item.variants IS DISTINCT FROM earlier.variants
          LEFT JOIN categories AS category ON category.id = item.category_id
          LEFT JOIN categories AS old ON old.id = old_category_id
          CROSS JOIN LATERAL (
            SELECT
              ${isServed('coalesce(item.dayparts, category.dayparts)', 'is_active')} AS is_served,
              ${isServed('coalesce(earlier.dayparts, old.were_dayparts)', 'was_active')} AS was_served
          ) AS served
      ),
      kept AS MATERIALIZED (SELECT * FROM dishes WHERE was_shown AND is_shown),
      had AS MATERIALIZED (SELECT id, jsonb_array_elements(had_groups)::int AS group_id FROM kept),
      -- Groups that a dish no longer has.
      lost AS (SELECT id, group_id FROM had EXCEPT SELECT id, jsonb_array_elements(option_groups)::int FROM kept),
      options AS (
        SELECT coalesce(sum(CASE WHEN is_lost THEN jsonb_array_length(was_options) ELSE gone END), 0) AS gone,
          coalesce(sum(sold_out) FILTER (WHERE NOT is_lost), 0) AS sold_out,
          coalesce(sum(prices) FILTER (WHERE NOT is_lost), 0) AS prices
        FROM (SELECT *, id IN (SELECT group_id FROM lost) AS is_lost FROM option_groups) AS judged
          CROSS JOIN LATERAL (${choiceChanges('was_options', 'judged.options')}) AS changes
        WHERE id IN (SELECT group_id FROM had)
      )
    SELECT (count(*) FILTER (WHERE was_shown AND is_shown AND has_other_price) + (SELECT prices FROM options))::int AS prices,
      count(*) FILTER (WHERE was_shown AND NOT is_shown)::int AS gone,
      count(*) FILTER (WHERE is_shown AND NOT was_shown)::int AS added,
      count(*) FILTER (WHERE was_shown AND is_shown AND was_available AND NOT is_available)::int AS "soldOut",
      (coalesce(sum(sizes_gone) FILTER (WHERE was_shown AND is_shown), 0) + (SELECT gone FROM options))::int AS "choicesGone",
      (coalesce(sum(sizes_sold_out) FILTER (WHERE was_shown AND is_shown AND is_available), 0)
        + (SELECT sold_out FROM options))::int AS "choicesSoldOut"
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
