import type { Request } from 'express';

/** Where a request comes from, as the gateway says, who is the only one to reach this service. */
export const addressOf = (req: Request): string => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? '';
