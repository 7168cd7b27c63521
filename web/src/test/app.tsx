import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { BETA_SPOTS } from '@tavola/contracts/product.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, vi } from 'vitest';
// Loaded with the test: the screen fetches it when idle, which may be after the test's end.
import '../features/items/components/item-dialog.tsx';
import { Root } from '../app/root.tsx';
import { queryClient } from '../lib/http/query-client.ts';
import { setToken } from '../lib/session/token.ts';
import { dismissToast, latestToast } from '../ui/toast.ts';
import { api } from './api.ts';
import { aSession, aUser, newPlatform, newRestaurant, tokenOf } from './samples.ts';

// Runs the whole application in a test: routes and providers, at an address, against the fake API.

/** The token of a test's signed-in user. */
export const TOKEN = 'test.access.token';

let unmount = () => {};

export interface Opened {
  /** The signed-in user; signed out if omitted. */
  as?: SignedInUser;
  /** The user's token; one of its own for a session whose refusals are remembered beyond the test. */
  token?: string;
}

/** Opens the application at `path`. An owner gets a new restaurant, unless the test answers otherwise. */
export function openApp(path: string, { as, token = TOKEN }: Opened = {}): UserEvent {
  api.byDefault({
    'GET /api/beta-spots': { remaining: BETA_SPOTS },
    'GET /api/language-model': { isOn: false },
    'GET /api/pricing': { plans: [] },
  });
  if (as) {
    api.byDefault(answersTo(as));
    setToken(token);
  }
  window.history.replaceState(null, '', path);
  mount(<Root />);
  return userEvent.setup({
    pointerEventsCheck: 0,
    // Fake clocks advance only when the test says so.
    advanceTimers: (ms) => (vi.isFakeTimers() ? void vi.advanceTimersByTime(ms) : undefined),
  });
}

const answersTo = (user: SignedInUser) => (user.tenantId === null ? newPlatform(user) : newRestaurant(user));

/** Shows a part of the application instead of what is shown, until the test ends. Returns where it is. */
export function mount(part: ReactNode): HTMLElement {
  unmount();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(part);
  unmount = () => {
    root.unmount();
    container.remove();
    unmount = () => {};
  };
  return container;
}

/** Has the window a phone's width, until the test ends. */
export function onPhone(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: /max-width|width </.test(media),
      }) as unknown as MediaQueryList,
  );
}

/** Has the translations at `path` loaded before; gives whether they are to be read again. */
export function translationsInMemory(path: string): () => boolean | undefined {
  queryClient.setQueryData([path], { texts: [] });
  return () => queryClient.getQueryState([path])?.isInvalidated;
}

/** Closes the application and clears its storage. */
export function closeApp(): void {
  const toast = latestToast();
  if (toast) dismissToast(toast.id);
  unmount();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
}

/** Presses a button, once it is there. */
export async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }));
}

/** The open dialog. */
export const dialog = (): HTMLElement => screen.getByRole('dialog');

/** Waits for the question that the screen asks. */
export const question = (): Promise<HTMLElement> => screen.findByRole('alertdialog');

/** Answers the question that the screen asks, by its button `name`. */
export async function answer(user: UserEvent, name: string): Promise<void> {
  await user.click(within(await question()).getByRole('button', { name }));
}

/** Presses a button of the open dialog, once it is there. */
export async function pressInDialog(user: UserEvent, name: string): Promise<void> {
  await user.click(await within(dialog()).findByRole('button', { name }));
}

/** Waits until no dialog is open. */
export const dialogClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Chooses `option` in the list with this label. */
export async function choose(user: UserEvent, label: string, option: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Replaces a field's content with `text`, as a paste does. */
export function fill(field: HTMLElement, text: string): void {
  field.focus();
  fireEvent.input(field, { target: { value: text } });
}

/** Fills the fields with these labels. */
export function fillAll(fields: Readonly<Record<string, string>>, form: HTMLElement = document.body): void {
  for (const [label, text] of Object.entries(fields)) fill(within(form).getByLabelText(label), text);
}

/** Signs in on the current screen, as the owner of a new restaurant. */
export async function signIn(event: UserEvent, user: SignedInUser = aUser()): Promise<void> {
  api.byDefault(answersTo(user));
  api.answers('POST /api/auth/login', aSession({ user, token: tokenOf(user) }));
  await screen.findByLabelText('Email');
  fillAll({ Email: user.email, Password: 'sugo di nonna' });
  await event.click(screen.getByRole('button', { name: 'Sign In' }));
}

/** Waits until the application is at `path`, its query and fragment included. */
export async function expectPath(path: string): Promise<void> {
  const { location } = window;
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(path));
}

/** Waits for the main heading of a screen. */
export const findHeading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });

/** Follows the link `name` to another screen, and waits for that. */
export async function goTo(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getAllByRole('link', { name })[0] as HTMLElement);
  await findHeading(name);
}

/** The visible toasts. By selector: an open dialog hides them from role queries. */
export const toasts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[aria-label^="Notifications"] li[data-state=open]'),
];

/** Waits for a toast with this title and description. */
export async function expectToast(title: string, description?: string): Promise<void> {
  const texts = () =>
    toasts().map((one) => [...one.querySelectorAll(':scope > div > div')].map((part) => part.textContent));
  await waitFor(() => expect(texts()).toEqual([[title, ...(description ? [description] : [])]]));
}

/** Waits for the error message at the field with this label. */
export async function expectRefusal(label: string, message: string, form: HTMLElement = document.body): Promise<void> {
  await waitFor(() => {
    const field = within(form).getByLabelText(label);
    const parts = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect({
      isInvalid: field.getAttribute('aria-invalid'),
      saidAtIt: parts.map((id) => document.getElementById(id)?.textContent),
    }).toEqual({ isInvalid: 'true', saidAtIt: expect.arrayContaining([message]) });
  });
}

/** Waits until an element has focus. */
export const expectFocus = (find: () => Element): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(find()));

/** Whether a button or field is disabled for assistive technology. */
export const isDisabled = (control: HTMLElement): boolean =>
  control.matches(':disabled') || control.getAttribute('aria-disabled') === 'true';

/** Waits for a button that is busy: it is marked so, and can't be pressed. */
export async function expectBusy(name: string): Promise<void> {
  expect(isDisabled(await screen.findByRole('button', { name }))).toBe(true);
}

/** A field's value. */
export const fieldValue = (label: string, form: HTMLElement = document.body): string =>
  within(form).getByLabelText<HTMLInputElement>(label).value;

/** Texts and targets of the links inside `part`, in order. */
export const linksIn = (part: HTMLElement): (string | null)[][] =>
  within(part)
    .getAllByRole('link')
    .map((one) => [one.textContent, one.getAttribute('href')]);

/** Collects the names of files that the application downloads from now on. */
export function downloads(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:made-up';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
