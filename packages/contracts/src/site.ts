import { z } from 'zod';

/** What the operator of this installation says about itself; what is absent is shown nowhere. */
export const site = z.object({
  /** Who helps owners. */
  supportEmail: z.string().optional(),
  termsUrl: z.string().optional(),
  privacyUrl: z.string().optional(),
});
export type Site = z.infer<typeof site>;
