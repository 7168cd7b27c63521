// How a menu looks, for auth's checks, the diners' page and the dashboard. No zod here: phones load this file.

/** The templates: header, ornament, rules and paper. The first is that of a restaurant that has chosen nothing. */
export const TEMPLATES = ['trattoria', 'bistrot', 'counter', 'cafe', 'fine'] as const;
export type Template = (typeof TEMPLATES)[number];

/** The pairs of fonts: one for headings, one for texts. */
export const FONT_PAIRS = ['classic', 'garamond', 'elegant', 'editorial', 'grotesque', 'rounded'] as const;
export type FontPair = (typeof FONT_PAIRS)[number];

/** How dishes stand on the page. */
export const LAYOUTS = ['columns', 'list', 'cards'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How the dishes of one category may stand on the page instead. */
export const CATEGORY_LAYOUTS = ['grid'] as const;

/** A look with all the parts that a template has its own of. */
export interface FullLook {
  template: Template;
  fonts: FontPair;
  layout: Layout;
  /** Whether popular dishes stand in a strip before the first category. */
  favorites: boolean;
}

/** The fonts and the layout that each template is drawn for. */
export const TEMPLATE_OWN: Readonly<Record<Template, Pick<FullLook, 'fonts' | 'layout'>>> = {
  trattoria: { fonts: 'classic', layout: 'columns' },
  bistrot: { fonts: 'garamond', layout: 'list' },
  counter: { fonts: 'grotesque', layout: 'columns' },
  cafe: { fonts: 'rounded', layout: 'columns' },
  fine: { fonts: 'elegant', layout: 'list' },
};

/** What a restaurant has chosen, as stored: a later release may know names that this one does not. */
export interface ChosenLook {
  template?: string | undefined;
  fonts?: string | undefined;
  layout?: string | undefined;
  favorites?: boolean | undefined;
  /** The address of an uploaded picture. */
  cover?: string | undefined;
}

/** The whole look for what is chosen; what is not chosen, or unknown, is the template's own. */
export function lookOf(chosen: ChosenLook | null | undefined): FullLook {
  const template = known(TEMPLATES, chosen?.template) ?? 'trattoria';
  const own = TEMPLATE_OWN[template];
  return {
    template,
    fonts: known(FONT_PAIRS, chosen?.fonts) ?? own.fonts,
    layout: known(LAYOUTS, chosen?.layout) ?? own.layout,
    favorites: chosen?.favorites ?? false,
  };
}

const known = <Name extends string>(names: readonly Name[], name: string | undefined): Name | undefined =>
  names.find((one) => one === name);
