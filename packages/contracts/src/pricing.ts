import { z } from 'zod';

/** The most plans that an operator can name: they stand beside each other on a laptop. */
const PLANS_MAX = 4;
const INCLUDED_MAX = 12;

const text = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') })
    .trim()
    .min(1, { error: 'is empty' })
    .max(max, { error: `is longer than ${max} characters` });

const list = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z
    .array(entry, { error: ({ input }) => (input === undefined ? 'is missing' : 'must be a list') })
    .max(max, { error: `has more than ${max} entries` });

/** An address of this site or of another one, or of a mailbox: never one that runs a script. */
const link = text(500).regex(/^(https:\/\/|mailto:|\/(?![/\\]))\S+$/, {
  error: 'must begin with https://, mailto: or / and have no spaces',
});

const plan = z.strictObject(
  {
    name: text(40),
    /** As guests of the front page read it: "$29 a month". */
    price: text(60),
    /** What is in it, a line each. */
    includes: list(text(120), INCLUDED_MAX).default([]),
    /** Where somebody who chooses it goes. */
    link: link.optional(),
  },
  { error: ({ code, keys }) => (code === 'unrecognized_keys' ? `has unknown fields: ${keys}` : 'must be an object') },
);
export type Plan = z.infer<typeof plan>;

/** GET /api/pricing: what the operator charges, cheapest first; no plans if the operator says nothing of prices. */
export const pricing = z.object({ plans: z.array(plan) });
export type Pricing = z.infer<typeof pricing>;

/** The operator's file of prices, `PRICING`. */
const pricingFile = z.strictObject(
  { plans: list(plan, PLANS_MAX).min(1, { error: 'is empty' }) },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `has unknown fields: ${keys}` : 'must be an object with plans',
  },
);

/** The prices in the text of the operator's file; each error names its field, as in `plans[0].price is missing`. */
export const pricingText = z
  .string()
  .max(50_000, { error: 'is longer than 50,000 characters' })
  .transform((json, context): Pricing => {
    let given: unknown;
    try {
      given = JSON.parse(json);
    } catch (error) {
      context.addIssue(`it is not JSON (${(error as Error).message})`);
      return z.NEVER;
    }
    const { data, error } = pricingFile.safeParse(given);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue(`${z.core.toDotPath(path) || 'it'} ${message}`);
    }
    return data ?? z.NEVER;
  });
