import { z } from 'zod';
import { asField } from './field-kind.ts';
import { flag } from './fields.ts';
import { CATEGORY_LAYOUTS, FONT_PAIRS, LAYOUTS, TEMPLATES } from './rules/look.ts';
import { pictureAddress, pictureAt } from './rules/pictures.ts';

/** A restaurant's look in responses: what it has chosen. Names are text, because a later release may know more of them. */
export const look = z.object({
  template: z.string().optional(),
  fonts: z.string().optional(),
  layout: z.string().optional(),
  favorites: z.boolean().optional(),
  /** The address of an uploaded picture. */
  cover: z.string().optional(),
});

const oneOf = <const Names extends readonly string[]>(label: string, names: Names) =>
  z.enum(names, { error: `${label} must be one of ${names.join(', ')}.` }).optional();

/**
 * An uploaded picture, by the address of its largest JPEG. That it is the restaurant's own, the service checks that stores it. A
 * picture elsewhere could be of any size, and change later.
 */
const cover = z
  .string({ error: 'Cover photo must be text.' })
  .trim()
  .transform((address, context) => {
    const picture = pictureAt(address);
    if (picture) return pictureAddress(picture);
    context.addIssue({ code: 'custom', message: 'Cover photo must be a picture that you uploaded.' });
    return z.NEVER;
  })
  .optional();

/** `look` in a request; what is left out is the template's own. Without any choice there is no look. */
export const lookInput = asField(
  'look',
  z
    .object(
      {
        template: oneOf('Template', TEMPLATES),
        fonts: oneOf('Fonts', FONT_PAIRS),
        layout: oneOf('Layout', LAYOUTS),
        favorites: flag('Favorites').optional(),
        cover,
      },
      { error: 'Look must be an object with template, fonts, layout, favorites and cover.' },
    )
    .transform(({ favorites, ...names }) => {
      const chosen = { ...names, ...(favorites && { favorites }) };
      return Object.values(chosen).some((one) => one !== undefined) ? chosen : null;
    }),
  'Look',
);

/** How a category's dishes stand on the page; without it, as those of the whole menu. */
export const categoryLayout = {
  shown: z.string(),
  input: z.enum(CATEGORY_LAYOUTS, { error: `Layout must be ${CATEGORY_LAYOUTS.join(' or ')}.` }),
  document: 'facets' as const,
};
