import { type BetaStatus, betaStatus, type ReviewedApplication } from '@tavola/contracts/admin.ts';
import { Inbox } from 'lucide-react';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useBetaApplications } from '../api.ts';
import { ApplicationRow } from '../components/application-row.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { ReviewDialog } from '../components/review-dialog.tsx';

const FILTERS = [
  { value: 'new', label: 'New' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: BetaStatus | 'all'; label: string }[];

const EMPTY: Record<BetaStatus | 'all', string> = {
  new: 'No new applications',
  accepted: 'No accepted applications yet',
  declined: 'No declined applications yet',
  all: 'No applications yet',
};

/** The list of beta applications, with their review. */
export function BetaPage() {
  useDocumentTitle('Beta Applications');
  const [query, setQuery] = useAddressQuery();
  const asked = query.get('status');
  const filter = asked === 'all' ? 'all' : (betaStatus.safeParse(asked).data ?? 'new');
  const applications = useBetaApplications(filter === 'all' ? undefined : filter);
  const dialog = useDialogState<ReviewedApplication>();

  return (
    <>
      <PageHeader title="Beta Applications" description="Applicants expect an answer within 48 hours." />
      <div className="flex flex-col gap-5">
        <Segmented
          label="Status"
          value={filter}
          options={FILTERS}
          onValueChange={(status) => setQuery(new URLSearchParams(status === 'new' ? {} : { status }))}
          className="sm:self-start"
        />
        <PagedList
          label="Beta applications"
          query={applications}
          rowsOf={(page) => page.applications}
          errorTitle="Couldn't load the applications"
          empty={<EmptyState icon={<Inbox />} title={EMPTY[filter]} />}
        >
          {(application) => <ApplicationRow application={application} onReview={dialog.show} />}
        </PagedList>
      </div>
      {dialog.subject && (
        <ReviewDialog key={dialog.key} open={dialog.open} application={dialog.subject} onClose={dialog.close} />
      )}
    </>
  );
}
