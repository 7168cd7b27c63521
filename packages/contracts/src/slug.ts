/** Longest slug: the length of a DNS label, so that a slug can become a host name later. */
export const SLUG_MAX_LENGTH = 63;

/** Lower-case letters and digits, with single hyphens between them. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether `text` has the form of a slug. */
export const isSlug = (text: string): boolean => text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text);

/** Words that the product uses, or may use, in its own URLs. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'account',
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'billing',
  'blog',
  'categories',
  'contact',
  'dashboard',
  'docs',
  'events',
  'favicon',
  'health',
  'help',
  'internal',
  'items',
  'launch',
  'legal',
  'login',
  'logout',
  'menu',
  'menus',
  'metrics',
  'new',
  'null',
  'pre-launch',
  'pricing',
  'privacy',
  'public',
  'q',
  'qr',
  'robots',
  'root',
  'security',
  'settings',
  'signup',
  'sitemap',
  'static',
  'status',
  'support',
  'system',
  'tavola',
  'terms',
  'undefined',
  'user',
  'users',
  'www',
]);

/**
 * The slug suggested by a restaurant's name (spec §2, sign-up): lower case, only letters, digits and hyphens, white space
 * as hyphens, hyphens collapsed. Accents are removed ("Café" → "cafe"). Returns an empty string for a name without Latin
 * letters or digits.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-|-$/g, '');
}
