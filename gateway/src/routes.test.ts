import type { Operation } from '@tavola/contracts/operations/operation.ts';
import { describe, expect, it } from 'vitest';
import { ROUTES, routeOf, routesFor } from './routes.ts';

const read: Operation = {
  id: 'read',
  method: 'GET',
  path: '/api/things',
  service: 'menu',
  who: 'signed-in',
  summary: '',
  answers: {},
};
const alike = {
  service: 'menu',
  who: 'signed-in',
  limit: undefined,
  isSlow: false,
  timeoutMs: undefined,
  streamSuffix: undefined,
};

describe('the routes of operations', () => {
  it('are whole paths, and prefixes of paths with a parameter', () => {
    expect(routesFor([read, { ...read, id: 'change', path: '/api/things/{id}' }])).toEqual([
      { ...alike, path: '/api/things/' },
      { ...alike, path: '/api/things' },
    ]);
  });

  it('are as few as possible', () => {
    const change: Operation = { ...read, path: '/api/things/{id}' };
    const order: Operation = { ...read, path: '/api/things/order' };
    const all: Operation = { ...order, isSlow: true, path: '/api/things/all' };
    const paths = (operations: Operation[]) => routesFor(operations).map(({ path }) => path);
    expect(paths([order, change])).toEqual(['/api/things/']);
    expect(paths([order, change, all])).toEqual(['/api/things/all', '/api/things/']);
  });

  it('cannot be made from two operations with different rules at one route', () => {
    const open: Operation = { ...read, id: 'open', who: 'anyone', limit: 'menus' };
    expect(() => routesFor([read, open])).toThrow('open is at /api/things, which is treated otherwise');
  });

  it('know the end of a stream’s path, in any order of operations', () => {
    const menu: Operation = { ...read, path: '/api/things/{id}' };
    const events: Operation = {
      ...menu,
      path: '/api/things/{id}/events',
      answers: { 200: { what: '', type: 'text/event-stream' } },
    };
    for (const operations of [
      [menu, events],
      [events, menu],
    ]) {
      expect(routesFor(operations)).toEqual([{ ...alike, path: '/api/things/', streamSuffix: '/events' }]);
    }
  });

  it('are matched by the whole path first, then by the longest prefix', () => {
    expect(routeOf('/api/account/export')?.service).toBe('admin');
    expect(routeOf('/api/account')?.service).toBe('auth');
    expect(routeOf('/api/account/')).toBeNull();
    expect(ROUTES.filter(({ path }) => routeOf(path)?.path !== path)).toEqual([]);
  });

  it('take a path that a service would read otherwise only where anyone may call', () => {
    for (const end of ['\\', '#']) {
      expect(routeOf(`/api/public/menu/demo${end}`)?.service).toBe('public-menu');
      expect(routeOf(`/api/menu-items/7${end}`)).toBeNull();
    }
  });
});
