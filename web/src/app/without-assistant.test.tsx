import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { queryClient } from '../lib/http/query-client.ts';
import { api } from '../test/api.ts';
import { findHeading, openApp, press } from '../test/app.tsx';
import { aCategory, anItem, aTenant, aUser } from '../test/samples.ts';

// What the AI may do is offered only where one is set up, and only to an owner with a confirmed address.

const NEEDS_ADDRESS = 'Confirm your email address to use the AI.';

const SCREENS: readonly [
  what: string,
  path: string,
  heading: string,
  offers: RegExp,
  also?: (user: UserEvent) => unknown,
][] = [
  ['a change in words', '/dashboard/items', 'Menu Items', /^Describe a change/],
  ['a change in words', '/dashboard/items/change', 'Change Many Dishes', /^Describe a change/],
  [
    "a dish's description",
    '/dashboard/items',
    'Menu Items',
    /^Suggest a Description/,
    (user) => press(user, 'Edit Gnocchi'),
  ],
  ['translations', '/dashboard/languages?lang=fr', 'French (français)', /^Suggest a Translation/],
];

/** Opens the screen; returns what it offers of the AI. */
async function open([, path, heading, offers, also]: (typeof SCREENS)[number], isEmailConfirmed: boolean) {
  const user = aUser({ isEmailConfirmed });
  api.answers('GET /api/tenant', aTenant({ languages: { base: 'en', others: ['fr'] } }));
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/menu-items', [anItem({ description: 'With sage' })]);
  api.answers('GET /api/translations/:lang', {
    texts: [{ kind: 'item', id: 1, field: 'name', base: 'Gnocchi', text: null, isStale: false }],
  });
  api.answers('GET /api/tenant/translations/:lang', { texts: [] });
  const event = openApp(path, { as: user });
  await (path.includes('lang=') ? findHeading(heading) : screen.findByRole('heading', { level: 1, name: heading }));
  await also?.(event);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return () => [
    ...screen.queryAllByRole('button', { name: offers }),
    ...screen.queryAllByRole('textbox', { name: offers }),
  ];
}

it.each(SCREENS)('%s on %s is offered where an AI is set up', async (...screenOf) => {
  api.answers('GET /api/assistant', { isOn: true });
  const offered = await open(screenOf, true);
  await waitFor(() => expect(offered()).not.toEqual([]));
});

it.each(SCREENS)('%s on %s is not offered where none is set up', async (...screenOf) => {
  const offered = await open(screenOf, true);
  expect([offered(), screen.queryByText(NEEDS_ADDRESS)]).toEqual([[], null]);
});

it.each(SCREENS)('%s on %s needs a confirmed address', async (...screenOf) => {
  api.answers('GET /api/assistant', { isOn: true });
  const offered = await open(screenOf, false);
  await screen.findAllByText(NEEDS_ADDRESS);
  expect(offered()).toEqual([]);
});
