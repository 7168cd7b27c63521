import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { askEarly } from '../lib/http/early-answers.ts';
import { setToken } from '../lib/session/token.ts';
import { api, calls } from '../test/api.ts';
import { openApp, TOKEN } from '../test/app.tsx';
import { aUser, newRestaurant, TENANT_ID } from '../test/samples.ts';
import { firstDataOf } from './first-data.ts';
import { warmUp } from './warm-up.ts';

// What the page asks for before its first render.

/** An access token's shape, with these claims. */
const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

const FIRST = ['GET /api/auth/me', 'GET /api/menu-items', 'GET /api/categories', 'GET /api/tenant'];

describe('A cold start', () => {
  it('asks for the data of the screen beside the signed-in user, and each once', async () => {
    api.byDefault(newRestaurant(aUser()));
    setToken(tokenOf({ tenantId: TENANT_ID, name: 'Osteria è ü' }));
    warmUp('/dashboard/items/');
    await waitFor(() => expect(calls.list).toEqual(FIRST));
    openApp('/dashboard/items');
    await waitFor(() => expect(document.body.textContent).toContain('Nothing on the menu yet'));
    expect(calls.list.filter((call) => FIRST.includes(call))).toEqual(FIRST);
  });

  it('takes what was asked for before its code was there, unless somebody else did', async () => {
    api.byDefault(newRestaurant(aUser()));
    const token = tokenOf({ tenantId: TENANT_ID });
    setToken(token);
    askEarly(['/api/auth/me', ...firstDataOf('/dashboard/items', token)], token);
    askEarly(['/api/categories'], tokenOf({ tenantId: 'another' }));
    openApp('/dashboard/items');
    await waitFor(() => expect(document.body.textContent).toContain('Nothing on the menu yet'));
    const asked = calls.list.filter((call) => FIRST.includes(call));
    expect(asked.toSorted()).toEqual([...FIRST, 'GET /api/categories', 'GET /api/categories'].toSorted());
  });

  it.each([
    ['signed out', null, '/dashboard/items'],
    ['with a token that names no restaurant', tokenOf({ tenantId: null }), '/dashboard/items'],
    ['with something that is no token', TOKEN, '/dashboard/items'],
    ['on a public screen', tokenOf({ tenantId: TENANT_ID }), '/login'],
  ])('asks for nothing early %s', async (_, token, path) => {
    setToken(token);
    warmUp(path);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls.list).toEqual([]);
  });
});
