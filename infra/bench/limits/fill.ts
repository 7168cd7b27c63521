import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { LANGUAGES_MAX } from '@tavola/contracts/rules/languages.ts';
import pg from 'pg';
import { fillChoices, fillLog } from '../lib/fill-menu.ts';
import { type Owner, signUpOwner } from '../lib/neighbour-owner.ts';
import type { Site } from '../neighbours/scenario.ts';

/** The languages beside the base language. */
export const OTHER_LANGUAGES = ['de', 'fr', 'it', 'es', 'ja', 'ar', 'zh-Hant'].slice(0, LANGUAGES_MAX - 1);

/** How many days of visits are kept. */
const DAYS = 395;

/** Texts of a dish so long that the menu and its translations are nearly as large as they may be, with their names and ids. */
const DESCRIPTION = 20;
const TRANSLATION = 60;

/** An owner whose restaurant has as much of everything as it may have; what no API adds in bulk is added past the services. */
export async function fullRestaurant(site: Site): Promise<Owner> {
  const owner = await signUpOwner(site);
  await owner.ask('PUT', '/api/tenant', {
    name: 'All that may be',
    languages: { base: 'en', others: OTHER_LANGUAGES, always: OTHER_LANGUAGES },
  });
  const client = new pg.Client({ connectionString: site.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT tenant_id FROM menu.item WHERE id = $1', [owner.itemId]);
    const tenantId: string = rows[0].tenant_id;
    await fillDishes(client, owner.itemId);
    await fillChoices(client, owner.itemId);
    await fillLog(client, owner.itemId);
    await fillCodes(client, tenantId);
    await client.query(
      `INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes)
       SELECT $1, left(encode(sha256(n::text::bytea), 'hex'), 32), 1280, 960, '#aabbcc', $2
       FROM generate_series(1, $3::int) AS n`,
      [tenantId, QUOTAS.pictureBytes.most / QUOTAS.pictures.most, QUOTAS.pictures.most],
    );
    await fillVisits(client, tenantId);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  return owner;
}

async function fillDishes(client: pg.Client, itemId: number): Promise<void> {
  await client.query(
    `INSERT INTO menu.item (tenant_id, category_id, name, description, price, position)
     SELECT tenant_id, category_id, 'Dish ' || n, left(repeat(md5(n::text), 40), $3), 9.5, n + 1
     FROM menu.item, generate_series(1, $2::int) AS n WHERE id = $1`,
    [itemId, QUOTAS.items.most - 1, DESCRIPTION],
  );
  await client.query(
    `UPDATE menu.item AS own SET texts = (
       SELECT jsonb_object_agg(lang, jsonb_build_object('name', jsonb_build_object(
         't', left(md5(lang || id) || md5(id || lang), $3), 'by', 'h', 'of', left(encode(sha256(name::bytea), 'hex'), 12))))
       FROM unnest($2::text[]) AS lang)
     WHERE tenant_id = (SELECT tenant_id FROM menu.item WHERE id = $1)`,
    [itemId, OTHER_LANGUAGES, TRANSLATION],
  );
}

async function fillCodes(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(
    `INSERT INTO qr.code (id, tenant_id, name, name_key, retired_at)
     SELECT translate(left(md5($1 || n), 8), '01', 'xy'), $1::uuid, 'Table ' || n,
       CASE WHEN n < $2 THEN 'table ' || n END, CASE WHEN n >= $2 THEN now() END
     FROM generate_series(1, $3::int - 1) AS n ON CONFLICT DO NOTHING`,
    [tenantId, QUOTAS.codes.most, QUOTAS.codesEver.most],
  );
}

async function fillVisits(client: pg.Client, tenantId: string): Promise<void> {
  const day = `current_date - day`;
  await client.query(
    `INSERT INTO analytics.item_tally (tenant_id, day, item_id, seen, opened)
     SELECT $1, ${day}, id, 1 + id % 100, day % 50 FROM menu.item, generate_series(1, $2::int) AS day WHERE tenant_id = $1`,
    [tenantId, DAYS],
  );
  await client.query(
    `INSERT INTO analytics.code_tally (tenant_id, day, code_id, views, scans)
     SELECT $1, ${day}, id, day % 50, 1 FROM qr.code, generate_series(1, $2::int) AS day
     WHERE tenant_id = $1 AND retired_at IS NULL`,
    [tenantId, DAYS],
  );
  await client.query(
    `INSERT INTO analytics.quarter_tally (tenant_id, quarter, views, view_seconds, scans, visitors)
     SELECT $1, date_trunc('day', now()) - quarter * interval '15 minutes', 9, 300, 2, 4
     FROM generate_series(1, $2::int * 96) AS quarter`,
    [tenantId, DAYS],
  );
}
