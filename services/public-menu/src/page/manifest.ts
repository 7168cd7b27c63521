import type { PublicMenu } from '@tavola/contracts/public-menu.ts';

/** The web app manifest of the page (W3C Web Application Manifest). */
export const manifest = ({ name, slug, themeColor }: PublicMenu['tenant']) => ({
  id: `/menu/${slug}`,
  start_url: `/menu/${slug}`,
  scope: `/menu/${slug}`,
  name: `Menu of ${name}`,
  short_name: name,
  display: 'standalone',
  theme_color: themeColor,
  background_color: '#faf6ee',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
