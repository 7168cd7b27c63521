import { type AuditSubjectKind, auditQuery } from '@tavola/contracts/admin.ts';
import { X } from 'lucide-react';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useAuditLog } from '../api.ts';
import { AuditList } from '../components/audit-list.tsx';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'tenant', label: 'Restaurants' },
  { value: 'user', label: 'Users' },
  { value: 'beta-application', label: 'Beta' },
] as const satisfies readonly { value: AuditSubjectKind | 'all'; label: string }[];

/** The audit log: what admins did, to whom, and why. */
export function AuditPage() {
  useDocumentTitle('Audit Log');
  const [query, setQuery] = useAddressQuery();
  const asked = auditQuery.safeParse(Object.fromEntries(query)).data;
  const { kind, subjectId } = asked ?? {};
  const log = useAuditLog({ kind, subjectId });
  const subject = log.data?.[0]?.entries[0]?.subject;

  return (
    <>
      <PageHeader
        title="Audit Log"
        description="What admins did, to whom and why. Entries can't be changed or deleted."
      />
      <div className="flex flex-col gap-5">
        {subjectId === undefined ? (
          <Segmented
            label="Show"
            value={kind ?? 'all'}
            options={KINDS}
            onValueChange={(next) => setQuery(new URLSearchParams(next === 'all' ? {} : { kind: next }))}
            className="sm:self-start"
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 wrap-anywhere">
              Only entries about{' '}
              <bdi className="font-semibold">{subject?.id === subjectId ? subject.name : subjectId}</bdi>
            </p>
            <Button variant="secondary" size="sm" onClick={() => setQuery(new URLSearchParams())}>
              <X aria-hidden />
              Show All
            </Button>
          </div>
        )}
        <AuditList log={log} />
      </div>
    </>
  );
}
