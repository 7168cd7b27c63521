import type { AuditAct, AuditEntry, AuditFacts, AuditOutcome } from '@tavola/contracts/admin.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

const ACTS: Record<AuditAct, string> = {
  'tenant.suspend': 'Suspended the restaurant',
  'tenant.restore': 'Restored the restaurant',
  'tenant.delete': 'Deleted',
  'picture.remove': 'Removed a picture of',
  'user.suspend': 'Suspended the user',
  'user.restore': 'Restored the user',
  'beta-application.review': 'Reviewed the application of',
};

const OUTCOMES: Record<AuditOutcome, { label: string; tone: BadgeTone }> = {
  done: { label: 'Done', tone: 'positive' },
  refused: { label: 'Refused', tone: 'negative' },
  unknown: { label: 'Unknown', tone: 'notice' },
};

/** Labels of the facts that an action may change, in display order. */
const FACTS: Record<string, string> = {
  isActive: 'Active',
  exists: 'Exists',
  status: 'Status',
  note: 'Note',
  endedSessions: 'Sessions ended',
  picture: 'Picture',
};

/** One admin action: what, by whom, when, why, and its outcome. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { act, actor, at, subject, reason, outcome, refusal, before, after, requestId } = entry;
  const { label, tone } = OUTCOMES[outcome];
  return (
    <article className="flex flex-col gap-1.5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 wrap-anywhere">
          {ACTS[act]} <bdi className="font-semibold">{subject.name}</bdi>
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {reason && (
        <p className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line">
          <bdi>{reason}</bdi>
        </p>
      )}
      {after && <Changes before={before ?? {}} after={after} />}
      {refusal && <p className="text-sm wrap-anywhere text-tomato-ink">{refusal}</p>}
      {outcome === 'unknown' && (
        <p className="text-sm text-saffron-ink">
          The outcome wasn't recorded. Check the current status. It's safe to do this again.
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm wrap-anywhere text-ink-muted">
        <span>{actor.email}</span>
        <Moment iso={at} />
        <span className="figures">Request {requestId}</span>
      </p>
    </article>
  );
}

/** The values before and after; only the new value where the old one is unknown. */
function Changes({ before, after }: { before: AuditFacts; after: AuditFacts }) {
  const changed = Object.keys(FACTS).filter((name) => name in after && before[name] !== after[name]);
  if (!changed.some((name) => name in before)) {
    return <p className="text-sm text-ink-muted">Nothing changed. It was already this way.</p>;
  }
  return (
    <dl className="flex flex-col gap-0.5 text-sm">
      {changed.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-ink-muted">{FACTS[name]}:</dt>{' '}
          <dd className="inline">
            {name in before && (
              <>
                <bdi className="text-ink-muted line-through">{inWords(before[name])}</bdi> <span aria-hidden>→</span>{' '}
                <VisuallyHidden>then</VisuallyHidden>{' '}
              </>
            )}
            <bdi>{inWords(after[name])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function inWords(fact: AuditFacts[string] | undefined): string {
  if (fact === true) return 'yes';
  if (fact === false) return 'no';
  if (fact === null || fact === undefined) return 'none';
  return String(fact);
}
