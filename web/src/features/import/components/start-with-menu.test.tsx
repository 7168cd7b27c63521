import { fireEvent, screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api } from '../../../test/api.ts';
import { openApp } from '../../../test/app.tsx';
import { aCategory, anItem, aUser, newRestaurant } from '../../../test/samples.ts';

// On Overview: what a restaurant with an empty menu begins with.

const TITLE = 'Start with your menu';
const MENU = 'STARTERS\nBurrata 14.50\nOlives 4.50';
const pastedText = async () => (await screen.findByLabelText<HTMLTextAreaElement>('Your menu')).value;

async function open() {
  api.byDefault(newRestaurant(aUser()));
  const user = openApp('/dashboard', { as: aUser() });
  await screen.findByRole('heading', { name: TITLE });
  return user;
}

describe('An empty menu begins', () => {
  it('with what is pasted by keyboard', async () => {
    await open();
    fireEvent.paste(document.body, { clipboardData: { getData: () => MENU } });
    expect(await pastedText()).toBe(MENU);
    await screen.findByRole('button', { name: 'Import 2 Dishes' });
  });

  it('with the clipboard', async () => {
    const user = await open();
    await navigator.clipboard.writeText(MENU);
    await user.click(screen.getByRole('button', { name: 'Paste Your Menu' }));
    expect(await pastedText()).toBe(MENU);
  });

  it('with Import’s empty field, where the browser keeps the clipboard to itself', async () => {
    const user = await open();
    navigator.clipboard.readText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Paste Your Menu' }));
    expect(await pastedText()).toBe('');
  });

  it('with a file', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Menu file'), new File([MENU], 'menu.txt', { type: 'text/plain' }));
    await screen.findByRole('button', { name: 'Import 2 Dishes' });
    expect(await pastedText()).toBe(MENU);
  });

  it('with a sample', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Start from a Sample' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Café' }));
    await screen.findByRole('button', { name: 'Import 12 Dishes' });
  });

  it('and no menu with a dish does', async () => {
    api.byDefault(newRestaurant(aUser()));
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    openApp('/dashboard', { as: aUser() });
    await screen.findByRole('region', { name: 'First steps' });
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });
});
