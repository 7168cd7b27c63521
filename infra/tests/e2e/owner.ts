import type { BrowserContext, Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { VIEWPORTS } from './browser.ts';

/** Default settings of dashboard tests: a laptop without animations. */
export const AT_DESK = { viewport: VIEWPORTS.laptop, reducedMotion: 'reduce' } as const;

/** Signs a context in once, so that it stays signed out after a log-out. For a visit's `before`. */
export function signedInOnce(token: string): (context: BrowserContext) => Promise<unknown> {
  return (context) =>
    // The window's name survives navigation and, unlike all storage, a log-out.
    context.addInitScript(
      `if (location.protocol !== 'about:' && !window.name) { window.name = 'signed-in'; localStorage.setItem('token', ${JSON.stringify(token)}); }`,
    );
}

/** For a visit's `expected`: these failures of this path are part of the test. */
export function failing(path: string, ...statuses: number[]): (url: string, status: number) => boolean {
  return (url, status) => new URL(url).pathname.startsWith(path) && statuses.includes(status);
}

type Routed = Page | BrowserContext;

async function intercept(target: Routed, call: string, handle: (route: Route) => unknown) {
  const [method, path] = call.split(' ') as [string, string];
  await target.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === method) await handle(route);
      else await route.fallback();
    },
  );
}

/** Fakes the response to a call, as in 'PUT /api/tenant', with data, or with a text. */
export async function answer(
  target: Routed,
  call: string,
  status: number,
  body: object | string = 'No.',
): Promise<void> {
  await intercept(target, call, (route) =>
    route.fulfill({ status, ...(typeof body === 'string' ? { contentType: 'text/plain', body } : { json: body }) }),
  );
}

/** Holds a call back until the returned function is called; then the call continues. */
export async function hold(target: Routed, call: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(target, call, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** A page's API calls from now on, as in 'PUT /api/tenant'. */
export interface Calls {
  readonly list: string[];
  count(call: string): number;
  /** The body of the last such call. */
  body(call: string): unknown;
}

/** Records every API call from now on. */
export function callsOf(page: Page): Calls {
  const requests: Request[] = [];
  const name = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request);
  });
  return {
    get list() {
      return requests.map(name);
    },
    count: (call) => requests.filter((request) => name(request) === call).length,
    body: (call) => requests.findLast((request) => name(request) === call)?.postDataJSON(),
  };
}

/** The toasts on the page, at most one. By selector: an open dialog hides them from roles. */
export const toasts = (page: Page): Locator => page.locator('[aria-label^="Notifications"] li[data-state=open]');

/** Waits for a toast and checks all of it: its title, then its description. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = toasts(page).filter({ has: page.getByText(title, { exact: true }) });
  await toast.waitFor();
  expect((await toast.innerText()).split('\n').filter(Boolean)).toEqual([title, ...(description ? [description] : [])]);
}

/** The open dialog. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** The open confirmation dialog. */
export const questionOf = (page: Page): Locator => page.getByRole('alertdialog');

/** Expects this message at the field with this label. */
export async function expectRefusal(form: Page | Locator, label: string, message: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true }).first();
  await form.getByText(message, { exact: true }).first().waitFor();
  expect(await field.getAttribute('aria-invalid'), label).toBe('true');
  const page = 'page' in form ? form.page() : form;
  const parts = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const described = await Promise.all(parts.map((id) => page.locator(`[id="${id}"]`).innerText()));
  expect(described, label).toContain(message);
}

/** Expects that a field or button has focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor();
}

/** The token stored by the page. */
export const tokenOfPage = (page: Page): Promise<string | null> => page.evaluate('localStorage.getItem("token")');
