import type { Operation, ServiceName, WhoMay } from '@tavola/contracts/operations/operation.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import type { LimitName } from '@tavola/contracts/operations/rate-limits.ts';

/** The services behind the gateway. */
export type Service = Exclude<ServiceName, 'gateway'>;

/** What the gateway does with a path. The services check again who may call. */
export interface Route {
  /** A whole path, or with a trailing slash the start of one. */
  path: string;
  service: Service;
  who: WhoMay;
  limit: LimitName | undefined;
  isSlow: boolean;
  /** What a path of a stream of events, open for hours, ends with; undefined where there is none. */
  streamSuffix: string | undefined;
}

/** Everything that can be reached from outside. What is not here does not exist, `/internal` least of all. */
export const ROUTES: readonly Route[] = routesFor(OPERATIONS);

const whole = new Map(ROUTES.map((route) => [route.path, route]));
const starts = ROUTES.filter((route) => route.path.endsWith('/'));

/** The route of `path` (without query), or null: the path as it came, neither decoded nor tidied up. */
export function routeOf(path: string): Route | null {
  return whole.get(path) ?? starts.find((route) => path.startsWith(route.path)) ?? null;
}

/** Whether what answers at `path` is a stream of events, open for hours. */
export const isStream = ({ streamSuffix }: Route, path: string): boolean =>
  streamSuffix !== undefined && path.endsWith(streamSuffix);

/**
 * The routes that let through what `operations` need, the longest first.
 * @throws Error where two operations have one route and differ in what the gateway does.
 */
export function routesFor(operations: readonly Operation[]): Route[] {
  const routes = new Map<string, Route>();
  for (const { id, path, gatewayPrefix, service, who, limit, isSlow = false, answers } of operations) {
    if (service === 'gateway') continue;
    const start = gatewayPrefix ?? path.replace(/\{.*/, '');
    const isStream = Object.values(answers).some(({ type }) => type === 'text/event-stream');
    const streamSuffix = isStream ? path.replace(/.*\}/, '') : routes.get(start)?.streamSuffix;
    const route: Route = { path: start, service, who, limit, isSlow, streamSuffix };
    if (!isAlike(route, routes.get(start) ?? route))
      throw new Error(`${id} is at ${start}, which is treated otherwise`);
    routes.set(start, route);
  }
  const all = [...routes.values()].toSorted((one, other) => other.path.length - one.path.length);
  // A path under a start that is treated alike needs no route of its own.
  return all.filter((route) => !all.some((start) => isUnder(route, start) && isAlike(route, start)));
}

function isAlike(one: Route, other: Route): boolean {
  return (
    one.service === other.service && one.who === other.who && one.limit === other.limit && one.isSlow === other.isSlow
  );
}

function isUnder(route: Route, start: Route): boolean {
  return start !== route && start.path.endsWith('/') && route.path.startsWith(start.path);
}
