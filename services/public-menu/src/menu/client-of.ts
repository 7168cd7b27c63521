import type { IncomingMessage } from 'node:http';
import { addressKey } from '@tavola/service-kit/http/address-key.ts';

/** The client of a request, as the gateway names its address. */
export const clientOf = ({ headers, socket }: IncomingMessage): string =>
  addressKey(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '');
