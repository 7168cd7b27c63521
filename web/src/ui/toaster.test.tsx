import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { api } from '../test/api.ts';
import { expectFocus, expectToast, openApp, toasts } from '../test/app.tsx';
import { aCategory, anItem, aUser } from '../test/samples.ts';

// How toasts behave (specification §9).

const FAILED = 'Failed to update menu item. Please try again.';

/** A screen whose one item can't be toggled: each try shows a destructive toast. */
async function openItems() {
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/menu-items', [anItem()]);
  api.fails('PUT /api/menu-items/1', 500);
  const user = openApp('/dashboard/items', { as: aUser() });
  const toggle = await screen.findByRole('switch', { name: 'Gnocchi available' });
  return { user, show: () => user.click(toggle) };
}

const isGone = () => waitFor(() => expect(toasts()).toEqual([]));

describe('Toasts', () => {
  it('show for 5000 ms [S9.16]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { show } = await openItems();
    await show();
    await expectToast('Update failed', FAILED);
    const shownAt = Date.now();
    await vi.advanceTimersByTimeAsync(4_700);
    expect(toasts()).toHaveLength(1);
    await isGone();
    expect(Date.now() - shownAt).toBeLessThan(6_000);
  });

  it('are gone when a dialog opens', async () => {
    const { user, show } = await openItems();
    await show();
    await expectToast('Update failed', FAILED);
    await user.click(screen.getByRole('button', { name: 'Add Item' }));
    await screen.findByRole('dialog');
    await isGone();
  });

  it('have a button that dismisses them', async () => {
    const { user, show } = await openItems();
    await show();
    await expectToast('Update failed', FAILED);
    await user.click(within(toasts()[0] as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    await isGone();
  });

  it('F8 focuses the notification area, and Escape dismisses the toast in it [S9.18]', async () => {
    const { user, show } = await openItems();
    await show();
    await expectToast('Update failed', FAILED);
    fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' });
    await expectFocus(() => document.querySelector('[aria-label="Notifications (F8)"] ol') as Element);
    await user.tab();
    await waitFor(() => expect(toasts()[0]?.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await isGone();
  });
});
