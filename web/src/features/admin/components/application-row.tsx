import type { BetaStatus, ReviewedApplication } from '@tavola/contracts/admin.ts';
import { telHref } from '@tavola/contracts/rules/phone.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

const STATUSES: Record<BetaStatus, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'notice' },
  accepted: { label: 'Accepted', tone: 'positive' },
  declined: { label: 'Declined', tone: 'neutral' },
};

interface ApplicationRowProps {
  application: ReviewedApplication;
  onReview: (application: ReviewedApplication) => void;
}

/** One beta application: applicant, contact and status. */
export function ApplicationRow({ application, onReview }: ApplicationRowProps) {
  const {
    companyName,
    contactName,
    email,
    phone,
    restaurantType,
    estimatedTables,
    note,
    reviewedBy,
    reviewedAt,
    invitedAt,
  } = application;
  const status = STATUSES[application.status];
  const facts = [restaurantType, estimatedTables && `Tables: ${estimatedTables}`].filter(Boolean);
  // Of a text with letters, nobody can tell which of its digits are the number.
  const call = phone && !/\p{L}/u.test(phone) ? telHref(phone) : undefined;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4 sm:flex-nowrap">
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-sm:basis-full">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="display text-lg wrap-anywhere">
            <bdi>{companyName}</bdi>
          </h2>
          <Badge tone={status.tone}>{status.label}</Badge>
        </div>
        <p className="flex flex-wrap gap-x-4 wrap-anywhere">
          <bdi>{contactName}</bdi>
          <a href={`mailto:${email}`} className="text-brand-ink underline underline-offset-3">
            {email}
          </a>
          {phone &&
            (call ? (
              <a href={call} className="text-brand-ink underline underline-offset-3">
                <bdi>{phone}</bdi>
              </a>
            ) : (
              <bdi>{phone}</bdi>
            ))}
        </p>
        {facts.length > 0 && (
          <p className="text-sm wrap-anywhere text-ink-muted">
            <bdi>{facts.join(' · ')}</bdi>
          </p>
        )}
        <p className="text-sm text-ink-muted">
          Applied <Moment iso={application.createdAt} />
        </p>
        {reviewedAt && (
          <p className="text-sm wrap-anywhere text-ink-muted">
            Reviewed <Moment iso={reviewedAt} /> by {reviewedBy}
          </p>
        )}
        {application.status === 'accepted' &&
          (invitedAt ? (
            <p className="text-sm text-ink-muted">
              Invited by mail <Moment iso={invitedAt} />
            </p>
          ) : (
            <ErrorLine>The invitation was not mailed. Save the decision again to try again.</ErrorLine>
          ))}
        {note && (
          <p className="mt-1 border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => onReview(application)}>
        {application.status === 'new' ? 'Review' : 'Change'}
        <VisuallyHidden> {companyName}</VisuallyHidden>
      </Button>
    </div>
  );
}
