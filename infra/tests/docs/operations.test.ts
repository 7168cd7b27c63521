// Types that qr declares for an untyped library.
/// <reference path="../../../services/qr/src/drawing/fontkit.d.ts" />
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { routesOf } from '@tavola/test-kit/express-routes.ts';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { DOCS_PATH, docsRoutes } from '../../../gateway/src/docs/routes.ts';
import { routeOf } from '../../../gateway/src/routes.ts';
import { makeApp as makeAdmin } from '../../../services/admin/src/app.ts';
import { makeRoutes as makeAnalytics } from '../../../services/analytics/src/app.ts';
import { makeApp as makeAuth } from '../../../services/auth/src/app.ts';
import { makeApp as makeMedia } from '../../../services/media/src/app.ts';
import { makeApp as makeMenu } from '../../../services/menu/src/app.ts';
import { makeRoutes as makePublicMenu } from '../../../services/public-menu/src/app.ts';
import { makeApp as makeQr } from '../../../services/qr/src/app.ts';

// These apps are never called: the test only inspects their mounted routes.
const deps = {
  log: makeLog('test', 'silent'),
  ready: () => true,
  serviceToken: 'x',
  checkToken() {},
  adminTwoFactor: 'required',
} as never;

const mounted: Record<ServiceName, string[]> = {
  auth: routesOf(makeAuth(deps)),
  menu: routesOf(makeMenu(deps)),
  'public-menu': routesOf(makePublicMenu(deps)),
  qr: routesOf(makeQr(deps)),
  media: routesOf(makeMedia(deps)),
  analytics: routesOf(makeAnalytics(deps)),
  admin: routesOf(makeAdmin(deps)),
  gateway: routesOf(express().use(DOCS_PATH, docsRoutes())),
};

const isInternal = (route: string) => / \/(internal|health)\//.test(route);

/** A concrete path for the gateway. */
const somePath = (path: string) => path.replace(/\{\w+\}/g, '7');

describe('the table of operations', () => {
  it.each(Object.entries(mounted))('names every route that %s has, and none that it has not', (service, routes) => {
    const named = OPERATIONS.filter((operation) => operation.service === service);
    expect(named.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      routes.filter((route) => !isInternal(route)).toSorted(),
    );
  });

  it.each(OPERATIONS.filter(({ service }) => service === 'gateway'))(
    '$path is nobody’s but the gateway’s',
    ({ path }) => {
      expect(routeOf(somePath(path))).toBeNull();
    },
  );
});
