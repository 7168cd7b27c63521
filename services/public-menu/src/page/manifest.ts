import type { PublicMenu } from '@tavola/contracts/public-menu.ts';

const PAPER = '#faf6ee';

/** What both manifests have in common. */
const app = {
  display: 'standalone',
  background_color: PAPER,
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The web app manifest of the page (W3C Web Application Manifest). */
export const manifest = ({ name, slug, themeColor }: PublicMenu['tenant']) => ({
  id: `/menu/${slug}`,
  start_url: `/menu/${slug}`,
  scope: `/menu/${slug}`,
  name: `Menu of ${name}`,
  short_name: name,
  theme_color: themeColor,
  ...app,
});

/**
 * The web app manifest of the kitchen's screen: the app is in the scope of the dashboard's service worker, and named after the
 * restaurant.
 */
export const kitchenManifest = ({ name }: PublicMenu['tenant']) => ({
  id: '/dashboard/kitchen',
  start_url: '/dashboard/kitchen',
  scope: '/dashboard',
  name: `${name} Kitchen`,
  short_name: 'Kitchen',
  description: 'Mark dishes as out of stock, also without a network.',
  lang: 'en',
  theme_color: PAPER,
  ...app,
});
