import type { Request } from 'express';

/** The client's address as set by the gateway. Only the gateway can reach this service. */
export const addressOf = (req: Request): string => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? '';
