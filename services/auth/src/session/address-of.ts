import type { Request } from 'express';
import { deviceOf } from './device.ts';

/** The client's address as set by the gateway. Only the gateway can reach this service. */
export const addressOf = (req: Request): string => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? '';

/** Who sends a request: the device's name and the client's address. */
export interface Client {
  device: string;
  address: string;
}

/** The client of a request. */
export const clientOf = (req: Request): Client => ({
  device: deviceOf(req.headers['user-agent']),
  address: addressOf(req),
});
