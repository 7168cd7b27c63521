import type { MenuChanges } from '@tavola/contracts/history.ts';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { mount } from '../../../test/app.tsx';
import { aTenant } from '../../../test/samples.ts';
import type { ShownMenu } from '../shown-menu.ts';
import { PrintedLine } from './printed-line.tsx';

const CHANGES = 'GET /api/public/menu/prova/changes/7';
const changed = (rest: Partial<MenuChanges>): MenuChanges => ({
  since: 7,
  now: 9,
  isKnown: true,
  prices: 0,
  gone: 0,
  added: 0,
  soldOut: 0,
  choicesGone: 0,
  choicesSoldOut: 0,
  ...rest,
});
const menu: ShownMenu = { tenant: aTenant({ slug: 'prova' }), categories: [], items: [] };

const show = () => mount(<PrintedLine menu={menu} />);
afterEach(() => window.history.replaceState(null, '', '/'));
const open = (query: string) => {
  window.history.replaceState(null, '', `/menu/prova${query}`);
  show();
};
const line = () => screen.queryByRole('status')?.textContent;

describe('The line for guests who come from paper', () => {
  it('says what changed since it was printed, also after a reload, until it is closed', async () => {
    api.answers(CHANGES, changed({ prices: 2, gone: 1 }));
    open('?c=k7m2p9xw&p=7');
    await screen.findByText('Since this was printed: 2 prices changed, 1 dish gone');
    expect(window.location.search).toBe('?c=k7m2p9xw');
    show();
    await screen.findByText('Since this was printed: 2 prices changed, 1 dish gone');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
    expect(line()).toBe('');
    const before = calls.count(CHANGES);
    show();
    expect([line(), calls.count(CHANGES)]).toEqual([undefined, before]);
  });

  it('says everything that changed', async () => {
    api.answers(CHANGES, changed({ prices: 1, gone: 2, soldOut: 1, added: 3, choicesGone: 1, choicesSoldOut: 2 }));
    open('?p=7');
    await screen.findByText(
      'Since this was printed: 1 price changed, 2 dishes gone, 1 dish out of stock, 1 choice gone, 2 choices out of stock, 3 new dishes',
    );
  });

  it.each([
    ['nothing changed', changed({})],
    ['nobody can tell', changed({ isKnown: false })],
  ])('says nothing where %s', async (_why, answer) => {
    api.answers(CHANGES, answer);
    open('?p=7');
    await waitFor(() => expect(calls.last(CHANGES)).toBeDefined());
    await screen.findByRole('status');
    expect(line()).toBe('');
  });

  it('says nothing where the service fails, or the address names no version', async () => {
    api.fails(CHANGES, 503);
    open('?p=7');
    await waitFor(() => expect(calls.last(CHANGES)).toBeDefined());
    await screen.findByRole('status');
    expect(line()).toBe('');
    open('?p=../x');
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(line()).toBeUndefined();
  });
});
