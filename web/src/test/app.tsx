import type { User } from '@tavola/contracts/auth.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, vi } from 'vitest';
import { Root } from '../app/root.tsx';
import { queryClient } from '../lib/query-client.ts';
import { setToken } from '../lib/token.ts';
import { dismissToast, latestToast } from '../ui/toast.ts';
import { api } from './api.ts';
import { newPlatform, newRestaurant } from './samples.ts';

// The whole application in a test's hands: its routes and providers, at an address, before an API that the test answers.

/** The token of whoever a test signs in. */
export const TOKEN = 'test.access.token';

let unmount = () => {};

export interface Opened {
  /** Who is signed in; nobody where it is left out. */
  as?: User;
}

/** Opens the application at `path`. An owner finds a new restaurant, as far as the test answers nothing else. */
export function openApp(path: string, { as }: Opened = {}): UserEvent {
  if (as) {
    api.byDefault(as.tenantId === null ? newPlatform(as) : newRestaurant(as));
    setToken(TOKEN);
  }
  window.history.replaceState(null, '', path);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(<Root />);
  unmount = () => {
    root.unmount();
    container.remove();
  };
  return userEvent.setup({
    pointerEventsCheck: 0,
    // Fake clocks move only as a test says.
    advanceTimers: (ms) => (vi.isFakeTimers() ? void vi.advanceTimersByTime(ms) : undefined),
  });
}

/** Closes the application and forgets what it kept. */
export function closeApp(): void {
  const toast = latestToast();
  if (toast) dismissToast(toast.id);
  unmount();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
}

/** Puts `text` into a field in the place of what is there, as a paste does. */
export function fill(field: HTMLElement, text: string): void {
  field.focus();
  fireEvent.input(field, { target: { value: text } });
}

/** Fills the fields with these labels. */
export function fillAll(fields: Readonly<Record<string, string>>, form: HTMLElement = document.body): void {
  for (const [label, text] of Object.entries(fields)) fill(within(form).getByLabelText(label), text);
}

/** Waits until the application is at `path`, its query and fragment included. */
export async function expectPath(path: string): Promise<void> {
  const { location } = window;
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(path));
}

/** Waits for the main heading of a screen. */
export const findHeading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });

/** The toasts that are shown. By selector: an open dialog hides them from roles. */
export const toasts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[aria-label^="Notifications"] li[data-state=open]'),
];

/** Waits for a toast and reads it whole: its title, then its description. */
export async function expectToast(title: string, description?: string): Promise<void> {
  const texts = () =>
    toasts().map((one) => [...one.querySelectorAll(':scope > div > div')].map((part) => part.textContent));
  await waitFor(() => expect(texts()).toEqual([[title, ...(description ? [description] : [])]]));
}

/** Waits for what is said next to the field of this label. */
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

/** Whether a button or field can't be used, as assistive technology is told. */
export const isDisabled = (control: HTMLElement): boolean =>
  control.matches(':disabled') || control.getAttribute('aria-disabled') === 'true';

/** Waits for a button that is busy: it says so, and can't be pressed. */
export async function expectBusy(name: string): Promise<void> {
  expect(isDisabled(await screen.findByRole('button', { name }))).toBe(true);
}

/** What a field holds. */
export const fieldValue = (label: string, form: HTMLElement = document.body): string =>
  within(form).getByLabelText<HTMLInputElement>(label).value;

/** Texts and targets of the links inside `part`, in order. */
export const linksIn = (part: HTMLElement): (string | null)[][] =>
  within(part)
    .getAllByRole('link')
    .map((one) => [one.textContent, one.getAttribute('href')]);

/** The names of the files that the application hands to the browser's downloads from now on. */
export function downloads(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:made-up';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
