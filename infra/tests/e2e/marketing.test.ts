import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// The pages for restaurants to come, where they need a browser; their texts and error cases: launch-page.test.tsx, pre-launch-page.test.tsx.

const origin = inject('origin');
const visit = visitors();

describe.each(Object.entries(VIEWPORTS))('the header, on a %s', (_, viewport) => {
  it.each([
    ['/launch', ['Pre-Launch', 'Sign In', 'Get Started']],
    ['/pre-launch', ['Pre-Launch', 'View Live Site', 'Sign In']],
  ])('of %s is in sight', async (path, texts) => {
    const page = await visit(origin + path, { viewport });
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const text of texts)
      expect(await page.getByRole('banner').getByText(text, { exact: true }).isVisible()).toBe(true);
  });
});

it.each([
  ['/', '/', 'Digital menus for restaurants · Tavola'],
  ['/launch', '/', 'Digital menus for restaurants · Tavola'],
  ['/launch/', '/', 'Digital menus for restaurants · Tavola'],
  ['/pre-launch', '/pre-launch', 'Join the beta: digital menus for restaurants · Tavola'],
])('%s says what it is to search engines and link previews, which run no script', async (path, canonical, title) => {
  const answer = await fetch(origin + path);
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).not.toContain('{origin}');
  const said = Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([\w:]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe(title);
  expect(html.match(/<(title|link rel="canonical"|meta name="description")/g)).toHaveLength(3);
  expect(html).toContain(`<link rel="canonical" href="${origin}${canonical}"/>`);
  expect(said).toMatchObject({
    'og:url': origin + canonical,
    'og:type': 'website',
    'twitter:card': 'summary_large_image',
  });
  expect(`${said['og:title']} · Tavola`).toBe(title);
  expect(said['og:description']).toBe(said.description);
  for (const name of ['og:image', 'twitter:image']) {
    const picture = await fetch(said[name] as string);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});

it('a keyboard can skip to the content', async () => {
  const page = await visit(`${origin}/launch`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});
