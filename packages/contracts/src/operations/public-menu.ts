import { z } from 'zod';
import { menuChanges, versionParam } from '../history.ts';
import { publicMenu } from '../public-menu.ts';
import { empty, json, operations, redirect } from './operation.ts';

/** Common settings of everything that diners and search engines read. */
const everybodys = { service: 'public-menu', who: 'anyone', limit: 'menus', method: 'GET' } as const;

/** Any text is accepted; an invalid slug gives not-found. */
const params = { slug: z.string() };

const page = (what: string) => ({ what, type: 'text/html' });
const xml = (what: string) => ({ what, type: 'application/xml' });

const UNCHANGED = empty('The menu is the one that If-None-Match names.');
const WITHOUT_SLASH = redirect('The address without the slash at its end.');
const MOVED = redirect('The menu has another address now.');

export const publicMenuOperations = operations({
  readMenu: {
    ...everybodys,
    path: '/api/public/menu/{slug}',
    summary: 'A public menu',
    params,
    answers: { 200: json('The menu.', publicMenu), 302: MOVED, 304: UNCHANGED, 308: WITHOUT_SLASH },
  },
  watchMenu: {
    ...everybodys,
    path: '/api/public/menu/{slug}/events',
    summary: 'A stream with one event for each change of a menu',
    params,
    query: z.object({
      v: z
        .string()
        .optional()
        .catch(undefined)
        .describe('The version that the page has, as X-Menu-Version said it with the menu.'),
    }),
    answers: { 200: { what: 'The stream; it stays open.', type: 'text/event-stream' } },
  },
  compareMenu: {
    ...everybodys,
    path: '/api/public/menu/{slug}/changes/{version}',
    summary: 'What guests see differently since a version of a menu, such as the printed one',
    params: { ...params, version: versionParam },
    answers: { 200: json('How many dishes changed, and how.', menuChanges) },
    problems: ['validation-failed'],
  },
  readMenuPage: {
    ...everybodys,
    path: '/menu/{slug}',
    summary: "The menu's page",
    params,
    answers: {
      200: page('The page.'),
      302: MOVED,
      304: UNCHANGED,
      308: WITHOUT_SLASH,
      404: page('A page that says that there is no such menu.'),
    },
  },
  readMenuManifest: {
    ...everybodys,
    path: '/menu/{slug}/manifest.webmanifest',
    summary: "The menu's web app manifest",
    params,
    answers: { 200: { what: 'The manifest (W3C Web Application Manifest).', type: 'application/manifest+json' } },
  },
  readRobots: {
    ...everybodys,
    path: '/robots.txt',
    summary: 'Rules for search engines',
    answers: { 200: { what: 'The rules.', type: 'text/plain' } },
  },
  readSitemap: {
    ...everybodys,
    path: '/sitemap.xml',
    summary: 'The sitemap, or an index of sitemap files',
    answers: { 200: xml('The sitemap.') },
  },
  readSitemapFile: {
    ...everybodys,
    path: '/sitemaps/{name}',
    summary: 'One sitemap file',
    params: { name: z.string().meta({ pattern: '^[1-9]\\d{0,5}\\.xml$' }) },
    answers: { 200: xml('The sitemap.') },
  },
});
