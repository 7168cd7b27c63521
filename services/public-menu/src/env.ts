import { baseUrl, calledEnv, pageUrl, processEnv, readEnv, redisUrl, secret } from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  REDIS_CACHE_URL: redisUrl,
  ...calledEnv('public-menu'),
  SERVICE_TOKEN: secret,
  /** The site's public address. */
  PUBLIC_ORIGIN: baseUrl,
  /** The operator's pages, linked below menus. */
  TERMS_URL: pageUrl.optional(),
  PRIVACY_URL: pageUrl.optional(),
  /** The diners' page shell from the web build. */
  SHELL_FILE: z.string(),
  /** The module from the same build that renders a menu's HTML (`renderMenu`); an absolute path. */
  RENDER_FILE: z.string(),
  /** The private address of each edge, comma-separated; a host name means all its addresses. */
  EDGE_URLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(baseUrl)),
  /** Memory for cached menus, in MiB: about five kilobytes a menu. */
  MENU_MEMORY_MB: z.coerce.number().int().min(1).default(256),
  /** Maximum number of phones with an open menu per process. */
  OPEN_MENUS_MAX: z.coerce.number().int().min(1).default(20_000),
  /** How many of them may have the menu of one restaurant open, so that no restaurant takes every place. */
  OPEN_MENUS_PER_RESTAURANT: z.coerce.number().int().min(1).default(5_000),
};

/** public-menu's settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape, source);
export type PublicMenuEnv = ReturnType<typeof readServiceEnv>;
