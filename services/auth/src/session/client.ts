import { deviceOf } from '@tavola/contracts/rules/device-name.ts';
import { addressOf } from '@tavola/service-kit/http/address-key.ts';
import type { Request } from 'express';

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
