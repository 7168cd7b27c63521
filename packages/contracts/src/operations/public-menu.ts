import { z } from 'zod';
import { menuChanges, versionParam } from '../history.ts';
import { publicMenu } from '../public-menu.ts';
import { empty, json, operations, redirect } from './operation.ts';

/** Common settings of everything that diners and search engines read. */
const everybodys = { who: 'anyone', limit: 'menus', method: 'GET' } as const;

/** Any text is accepted; an invalid slug gives not-found. */
const params = { slug: z.string() };

/** Any text is accepted; a language that the menu is not offered in leads to the menu in its base language. */
const inLanguage = { ...params, lang: z.string() };

const page = (what: string) => ({ what, type: 'text/html' });
const xml = (what: string) => ({ what, type: 'application/xml' });

const UNCHANGED = empty('The menu still has the ETag in If-None-Match.');
const CANONICAL = redirect('The address in lower case, its language as it is written, without a trailing slash.');
const MOVED = redirect('The menu has moved.');
const MOVED_OR_NOT_OFFERED = redirect('The menu has moved, or is not offered in this language.');

export const publicMenuOperations = operations('public-menu', {
  readMenu: {
    ...everybodys,
    path: '/api/public/menu/{slug}',
    summary: 'A public menu',
    params,
    answers: { 200: json('The menu.', publicMenu), 302: MOVED, 304: UNCHANGED, 308: CANONICAL },
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
        .describe('The version that the page has, from the header X-Menu-Version.'),
    }),
    answers: { 200: { what: 'The stream; it stays open.', type: 'text/event-stream' }, 302: MOVED },
  },
  compareMenu: {
    ...everybodys,
    path: '/api/public/menu/{slug}/changes/{version}',
    summary: 'What changed for guests since a version of the menu, such as a printed one',
    params: { ...params, version: versionParam },
    answers: { 200: json('How many dishes changed, and how.', menuChanges) },
    problems: ['validation-failed'],
  },
  readMenuInLanguage: {
    ...everybodys,
    path: '/api/public/menu/{slug}/{lang}',
    summary: 'A menu in one of its other languages',
    params: inLanguage,
    answers: { 200: json('The menu.', publicMenu), 302: MOVED_OR_NOT_OFFERED, 304: UNCHANGED, 308: CANONICAL },
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
      308: CANONICAL,
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
  readKitchenManifest: {
    ...everybodys,
    path: '/menu/{slug}/kitchen.webmanifest',
    summary: "The web app manifest of the kitchen's screen, with the restaurant's name",
    params,
    answers: { 200: { what: 'The manifest (W3C Web Application Manifest).', type: 'application/manifest+json' } },
  },
  readMenuPageInLanguage: {
    ...everybodys,
    path: '/menu/{slug}/{lang}',
    summary: "The menu's page in one of its other languages",
    params: inLanguage,
    answers: {
      200: page('The page.'),
      302: MOVED_OR_NOT_OFFERED,
      304: UNCHANGED,
      308: CANONICAL,
      404: page('A page that says that there is no such menu.'),
    },
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
