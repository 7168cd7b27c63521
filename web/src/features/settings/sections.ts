/** The sections of Settings on the screen that has one form for them all, by name. */
const FORM_SECTIONS = {
  restaurant: { href: '/settings', label: 'Restaurant' },
  look: { href: '/settings/look', label: 'Look' },
  hours: { href: '/settings/hours', label: 'Hours' },
  prices: { href: '/settings/prices', label: 'Prices & Currency' },
  allergens: { href: '/settings/allergens', label: 'Allergens' },
  links: { href: '/settings/links', label: 'Links & Wi-Fi' },
  printing: { href: '/settings/printing', label: 'Printing' },
} as const;

export type FormSection = keyof typeof FORM_SECTIONS;

/** The addresses of the screen with the form. */
export const FORM_PATHS: readonly string[] = Object.values(FORM_SECTIONS).map(({ href }) => href);

/** The section of the form at `pathname`; undefined where that is another screen. */
export const formSectionAt = (pathname: string): FormSection | undefined =>
  (Object.keys(FORM_SECTIONS) as FormSection[]).find(
    (name) => FORM_SECTIONS[name].href === pathname.replace(/\/+$/, ''),
  );

/** The address of a section of the form. */
export const hrefOfSection = (name: FormSection): string => FORM_SECTIONS[name].href;

/** A section's name on the screen. */
export const labelOfSection = (name: FormSection): string => FORM_SECTIONS[name].label;

const { restaurant, look, hours, prices, allergens, links, printing } = FORM_SECTIONS;

/** The address of the section Team. */
export const TEAM_PATH = '/dashboard/settings/team';

/** All sections of Settings, in their order. */
export const SETTINGS_SECTIONS: readonly { href: string; label: string }[] = [
  restaurant,
  look,
  hours,
  prices,
  allergens,
  { href: '/dashboard/languages', label: 'Languages' },
  links,
  printing,
  { href: TEAM_PATH, label: 'Team' },
  { href: '/settings/account', label: 'Account' },
];

/** The `href` of the section that the screen at `path` belongs to; undefined outside of Settings. */
export function settingsSectionOf(path: string): string | undefined {
  if (path === '/settings/dayparts') return hours.href;
  return SETTINGS_SECTIONS.find(({ href }) => href === path)?.href;
}
