import { Problem } from '@tavola/service-kit/http/problem.ts';
import { Prisma } from '../generated/client.ts';

/** Models with a unique slug: current slugs, and all slugs ever used. */
const SLUG_MODELS: readonly unknown[] = ['Tenant', 'TenantSlug'];

/** The error for a slug that is or ever was another restaurant's; null for any other error. */
export function slugTaken(error: unknown): Problem | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  if (error.code !== 'P2002' || !SLUG_MODELS.includes(error.meta?.modelName)) return null;
  const message = 'This menu URL is already taken. Please choose another one.';
  return new Problem('slug-taken', message, { errors: [{ field: 'slug', message }], cause: error });
}
