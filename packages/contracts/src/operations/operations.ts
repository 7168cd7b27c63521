import { adminOperations } from './admin.ts';
import { analyticsOperations } from './analytics.ts';
import { authOperations } from './auth.ts';
import { gatewayOperations } from './gateway.ts';
import { mediaOperations } from './media.ts';
import { menuOperations } from './menu.ts';
import { inRoutingOrder, type Operation } from './operation.ts';
import { publicMenuOperations } from './public-menu.ts';
import { qrOperations } from './qr.ts';

/** All public operations. The gateway's routes and the services' handlers are derived from them. */
export const OPERATIONS: readonly Operation[] = [
  authOperations,
  menuOperations,
  publicMenuOperations,
  qrOperations,
  mediaOperations,
  analyticsOperations,
  adminOperations,
  gatewayOperations,
].flatMap((operations) => Object.values<Operation>(operations));

const pattern = ({ path }: Operation) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const patterns = inRoutingOrder(OPERATIONS).map((operation) => ({ operation, pattern: pattern(operation) }));

/** The operation that matches a request; `path` has no query. Undefined where there is none. */
export function operationOf(method: string, path: string): Operation | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return patterns.find(({ operation, pattern }) => operation.method === asked && pattern.test(path))?.operation;
}
