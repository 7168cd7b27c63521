import { baseUrl, processEnv, readEnv, redisUrl, secret } from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  REDIS_CACHE_URL: redisUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  SERVICE_TOKEN: secret,
  /** Where guests find the site. */
  PUBLIC_ORIGIN: baseUrl,
  /** The diners' page as the web build made it. */
  SHELL_FILE: z.string(),
  /** What makes a menu's HTML, from the same build: a module with `renderMenu`; an absolute path. */
  RENDER_FILE: z.string(),
  /** The private address of each edge, separated by commas; a host name stands for all its addresses. */
  EDGE_URLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(baseUrl)),
  /** How much memory kept menus may take, in MiB: some five kilobytes a menu. */
  MENU_MEMORY_MB: z.coerce.number().int().min(1).default(256),
  /** How many phones may have a menu open on one process. */
  OPEN_MENUS_MAX: z.coerce.number().int().min(1).default(20_000),
};

/** public-menu's settings from the environment. */
export const readPublicMenuEnv = (source = process.env) => readEnv(shape, source);
export type PublicMenuEnv = ReturnType<typeof readPublicMenuEnv>;
