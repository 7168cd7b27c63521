import type { Operation, WhoMay } from '@tavola/contracts/operations/operation.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import type { LimitName } from '@tavola/contracts/operations/rate-limits.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';

/** The services behind the gateway. */
export type Service = Exclude<ServiceName, 'gateway'>;

/** How the gateway handles a path. The services check authorization again. */
export interface Route {
  /** A whole path, or a prefix if it ends with a slash. */
  path: string;
  service: Service;
  who: WhoMay;
  limit: LimitName | undefined;
  /** Which limit applies to large bodies as well. */
  largeLimit: LimitName | undefined;
  isSlow: boolean;
  /** How long a response may take, in milliseconds, where that is more than usual. */
  timeoutMs: number | undefined;
  /** The suffix of event stream paths (streams stay open for hours); undefined if there is no stream. */
  streamSuffix: string | undefined;
}

/** All service paths that are reachable from outside. Anything else, above all `/internal`, is not. */
export const ROUTES: readonly Route[] = routesFor(OPERATIONS);

const whole = new Map(ROUTES.map((route) => [route.path, route]));
const starts = ROUTES.filter((route) => route.path.endsWith('/'));

/** What a service reads as the end of a path, and then as a slash: it would find another operation than the gateway. */
const AMBIGUOUS = /[#\\]/;

/**
 * The route of `path`, or null. `path` is as received: not decoded or normalized, and without its query. One that a service would read
 * otherwise is only routed where anyone may call.
 */
export function routeOf(path: string): Route | null {
  const route = whole.get(path) ?? starts.find((route) => path.startsWith(route.path)) ?? null;
  return route && route.who !== 'anyone' && AMBIGUOUS.test(path) ? null : route;
}

/** Whether `path` answers with an event stream, which stays open for hours. */
export const isStream = ({ streamSuffix }: Route, path: string): boolean =>
  streamSuffix !== undefined && path.endsWith(streamSuffix);

/**
 * The routes that `operations` need, longest first.
 * @throws Error if two operations share a route but need different handling.
 */
export function routesFor(operations: readonly Operation[]): Route[] {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const { id, path, gatewayPrefix, service, who, limit, isSlow = false, timeoutMs, answers } = operation;
    if (service === 'gateway') continue;
    const start = gatewayPrefix ?? path.replace(/\{.*/, '');
    const isStream = Object.values(answers).some(({ type }) => type === 'text/event-stream');
    const streamSuffix = isStream ? path.replace(/.*\}/, '') : routes.get(start)?.streamSuffix;
    // Reads have no body.
    const largeLimit = (operation.who !== 'anyone' && operation.largeLimit) || routes.get(start)?.largeLimit;
    const route: Route = { path: start, service, who, limit, largeLimit, isSlow, timeoutMs, streamSuffix };
    if (!isAlike(route, routes.get(start) ?? route))
      throw new Error(`${id} is at ${start}, which is treated otherwise`);
    routes.set(start, route);
  }
  const all = [...routes.values()].toSorted((one, other) => other.path.length - one.path.length);
  // A path under a prefix with the same handling needs no route of its own.
  const isAs = (route: Route, start: Route) => isAlike(route, start) && route.largeLimit === start.largeLimit;
  return all.filter((route) => !all.some((start) => isUnder(route, start) && isAs(route, start)));
}

function isAlike(one: Route, other: Route): boolean {
  return (
    one.service === other.service &&
    one.who === other.who &&
    one.limit === other.limit &&
    one.isSlow === other.isSlow &&
    one.timeoutMs === other.timeoutMs
  );
}

function isUnder(route: Route, start: Route): boolean {
  return start !== route && start.path.endsWith('/') && route.path.startsWith(start.path);
}
