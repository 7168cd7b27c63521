import { INTERNAL_OPERATIONS } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { SERVICES } from '@tavola/contracts/topology.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { routesOf } from '@tavola/test-kit/express-routes.ts';
import express, { type Express } from 'express';
import { describe, expect, it } from 'vitest';
import { DOCS_PATH, docsRoutes } from '../../../gateway/src/docs/routes.ts';
import { routeOf } from '../../../gateway/src/routes.ts';
import { loadService } from '../harness/service-modules.ts';

// These apps are never called: the test only inspects their mounted routes.
const deps = {
  log: makeLog('test', 'silent'),
  ready: () => true,
  serviceToken: 'x',
  checkToken() {},
  adminTwoFactor: 'required',
} as never;

const services = SERVICES.filter((name) => name !== 'gateway');
const mounted = [
  ...(await Promise.all(
    services.map(async (name) => {
      const { makeApp, makeRoutes = makeApp } = await loadService(name);
      return [name, routesOf(makeRoutes(deps) as Express)] as const;
    }),
  )),
  ['gateway', routesOf(express().use(DOCS_PATH, docsRoutes()))] as const,
];

const isHealth = (route: string) => / \/health\//.test(route);

/** A concrete path for the gateway. */
const somePath = (path: string) => path.replace(/\{\w+\}/g, '7');

describe('the tables of operations', () => {
  it.each(mounted)('names every route that %s has, and none that it has not', (service, routes) => {
    const named = [...OPERATIONS, ...INTERNAL_OPERATIONS].filter((operation) => operation.service === service);
    expect(named.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      routes.filter((route) => !isHealth(route)).toSorted(),
    );
  });

  it.each(OPERATIONS.filter(({ service }) => service === 'gateway'))(
    '$path is nobody’s but the gateway’s',
    ({ path }) => {
      expect(routeOf(somePath(path))).toBeNull();
    },
  );

  it.each(INTERNAL_OPERATIONS)('$service.$id has no route in the gateway', ({ path }) => {
    expect(routeOf(somePath(path))).toBeNull();
  });
});
