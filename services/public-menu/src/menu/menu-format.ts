import { createHash } from 'node:crypto';
import { type PublicMenu, publicMenu } from '@tavola/contracts/public-menu.ts';
import { z } from 'zod';

/** To be raised where what a body holds changes while its fields stay the same. */
const REVISION = 1;

/** The format of `menu`'s bodies: another one as soon as a field comes, goes or changes its type. */
export const formatOf = (menu: z.ZodType<PublicMenu>): string =>
  createHash('sha256')
    .update(`${REVISION}${JSON.stringify(z.toJSONSchema(menu))}`)
    .digest('hex')
    .slice(0, 8);

/** The format of the bodies that this release keeps. Processes of two releases keep one of each. */
export const MENU_FORMAT = formatOf(publicMenu);
