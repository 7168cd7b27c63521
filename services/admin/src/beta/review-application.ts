import type { AuditEntry, BetaReview, ReviewedApplication } from '@tavola/contracts/admin.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { auditedHere } from '../audit/audited.ts';
import type { Deps } from '../deps.ts';
import { applicationStore } from './application-store.ts';

/**
 * Accepts, declines or reopens the application `id`, with a note, as `actor`. Who is accepted is invited by mail once; where that fails,
 * the decision stays, `invitedAt` is null, and saving the decision again tries again.
 * @throws Problem `not-found`; `conflict`, with the current status, if another admin reviewed it meanwhile.
 */
export async function reviewApplication(
  { db, auth, log }: Pick<Deps, 'db' | 'auth' | 'log'>,
  id: number,
  review: BetaReview,
  { actor, requestId }: { actor: AuditEntry['actor']; requestId: string },
): Promise<ReviewedApplication> {
  const found = await applicationStore(db).find(id);
  if (!found) throw notFound('The application');
  const subject = { kind: 'beta-application', id: String(id), name: found.companyName } as const;
  const intent = { actor, act: 'beta-application.review', subject, reason: null, requestId } as const;
  const saved = await auditedHere(db, intent, async (tx) => {
    const store = applicationStore(tx);
    const before = (await store.find(id)) ?? found;
    const after = await store.review(id, review, actor.email);
    if (!after) {
      // Read again: the other review may have come after `before` was read.
      const now = (await store.find(id)) ?? before;
      const detail = `${now.reviewedBy ?? 'Someone else'} has already reviewed this application. It is now ${now.status}.`;
      throw new Problem('conflict', detail);
    }
    return { result: after, changed: { before: reviewed(before), after: reviewed(after) } };
  });
  if (saved.status !== 'accepted' || saved.invitedAt !== null) return saved;
  try {
    const { email, contactName, companyName } = saved;
    await auth.call(internalAuthOperations.mailBetaInvitation, { body: { email, contactName, companyName } });
    return await applicationStore(db).invited(id);
  } catch (err) {
    log.warn({ err, applicationId: id }, 'applicant not invited');
    return saved;
  }
}

const reviewed = ({ status, note }: ReviewedApplication) => ({ status, note });
