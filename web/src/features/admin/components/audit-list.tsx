import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { useAuditLog } from '../api.ts';
import { AuditRow } from './audit-row.tsx';
import { PagedList } from './paged-list.tsx';

/** The audit log's entries, page by page. */
export function AuditList({ log }: { log: ReturnType<typeof useAuditLog> }) {
  return (
    <PagedList
      label="Audit Log"
      query={log}
      rowsOf={(page) => page.entries}
      errorTitle="Couldn't load the audit log"
      empty={<EmptyState icon={<ScrollText />} title="No activity yet" />}
    >
      {(entry) => <AuditRow entry={entry} />}
    </PagedList>
  );
}
