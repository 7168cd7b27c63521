/** What a page for visitors is, for browsers, search engines and link previews. */
export interface VisitorsPage {
  /** Its own address; `/launch` is a second one of `/`. */
  path: '/' | '/pre-launch';
  title: string;
  description: string;
}

export const LAUNCH: VisitorsPage = {
  path: '/',
  title: 'Digital menus for restaurants',
  description:
    'Guests scan a QR code and read your menu on their phones: the right prices, and nothing that has run out. Change it in seconds. Free for 14 days.',
};

export const PRE_LAUNCH: VisitorsPage = {
  path: '/pre-launch',
  title: 'Join the beta: digital menus for restaurants',
  description:
    'QR code menus that stay up to date. The first 10 restaurants get 6 months free, the waitlist gets priority access and launch discounts. Beta launch Q4 2026.',
};
