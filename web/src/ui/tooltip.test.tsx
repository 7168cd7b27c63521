import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api } from '../test/api.ts';
import { expectFocus, openApp } from '../test/app.tsx';
import { aCategory, aUser } from '../test/samples.ts';

// How tooltips behave. Their delays are tested in a browser.

/** A screen whose row has a button with a tooltip. */
async function openCategories() {
  api.answers('GET /api/categories', [aCategory()]);
  const user = openApp('/dashboard/categories', { as: aUser() });
  const edit = await screen.findByRole('button', { name: 'Edit Primi' });
  return { user, edit };
}

const tooltip = () => screen.queryByRole('tooltip', { name: 'Edit Primi' });

describe('A tooltip', () => {
  it('opens when a key moves focus there, and closes with Escape', async () => {
    const { user, edit } = await openCategories();
    await user.tab();
    edit.focus();
    await waitFor(() => expect(tooltip()).toBeTruthy());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(tooltip()).toBeNull());
  });

  it.each(['touch', 'mouse'])('does not open when focus comes back to what was pressed: %s', async (pointerType) => {
    const { edit } = await openCategories();
    fireEvent.pointerDown(edit, { pointerType });
    fireEvent.pointerUp(edit, { pointerType });
    edit.focus();
    edit.click();
    await screen.findByRole('dialog');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Cancel' }), { pointerType });
    screen.getByRole('button', { name: 'Cancel' }).click();
    await expectFocus(() => edit);
    expect(tooltip()).toBeNull();
  });
});
