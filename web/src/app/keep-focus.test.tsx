import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { api } from '../test/api.ts';
import { expectFocus, fill, openApp, press } from '../test/app.tsx';
import { aCategory, anItem, aUser } from '../test/samples.ts';

// Where the focus is when what had it has left the page, on any screen.

it('is at the heading of the part around it, unless the user left it before', async () => {
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/menu-items', [anItem()]);
  const user = openApp('/dashboard/items', { as: aUser() });
  const search = await screen.findByRole('searchbox');
  await user.type(search, 'nothing like it');
  await press(user, 'Clear Filters');
  await expectFocus(() => screen.getByRole('heading', { level: 1, name: 'Menu Items' }));

  fill(search, 'nothing like it');
  const clear = await screen.findByRole('button', { name: 'Clear Filters' });
  clear.focus();
  clear.blur();
  await Promise.resolve();
  fireEvent.input(search, { target: { value: '' } });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(document.body);
});
