import { Problem } from '@tavola/service-kit/http/problem.ts';
import { Prisma } from '../generated/client.ts';

/** The error for an address that another account has; `then` says what to do. */
export function takenEmail(then = '', cause?: unknown): Problem {
  const message = `An account with this email already exists. ${then}`.trim();
  return new Problem('email-taken', message, { errors: [{ field: 'email', message }], cause });
}

/** `takenEmail` where a write of a user failed because of it; null for any other failure. */
export function emailTaken(error: unknown, then?: string): Problem | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  if (error.code !== 'P2002' || error.meta?.modelName !== 'User') return null;
  return takenEmail(then, error);
}
