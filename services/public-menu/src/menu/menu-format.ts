import { shapeOf } from '@tavola/service-kit/data/shape.ts';
import type { z } from 'zod';
import { type MasterMenu, masterMenu } from './master-menu.ts';

/** Increment when the content of a body changes but its fields stay the same. */
const REVISION = 1;

/** The format of `menu`'s bodies. It changes when a field is added, removed or changes its type. */
export const formatOf = (menu: z.ZodType<MasterMenu>): string => shapeOf(menu, String(REVISION));

/** The format of the bodies that this release caches. Processes of two releases cache one of each. */
export const MENU_FORMAT = formatOf(masterMenu);
