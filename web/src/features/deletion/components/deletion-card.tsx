import { useState } from 'react';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { useAccount } from '../api.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

const TITLE = 'Delete this restaurant';

/** Starts a restaurant's deletion, or shows its date. */
export function DeletionCard() {
  const account = useAccount();
  const tenant = useTenant();
  const [isOpen, setIsOpen] = useState(false);
  // Without the restaurant's name there is nothing to confirm the deletion with.
  if (!tenant.data || (!account.data && !hasFailed(account))) return null;
  if (!account.data) {
    return (
      <Card>
        <CardSection title={TITLE}>
          <LoadError title="Couldn't load this" query={account} className="-my-8" />
        </CardSection>
      </Card>
    );
  }
  const { deleteAt } = account.data;
  // Close together with the button that opened it, so that focus does not return to a button about to disappear.
  if (deleteAt && isOpen) setIsOpen(false);
  return (
    <Card>
      <CardSection
        title={TITLE}
        description={
          deleteAt
            ? `It will be deleted on ${formatDay(deleteAt, tenant.data.timeZone)}. Until then, you can restore it at the top of this page.`
            : 'Deletes your menu, QR codes, analytics, and the accounts of people who only worked here. You have 30 days to change your mind.'
        }
      >
        {!deleteAt && (
          <Button variant="secondary" className="self-start text-tomato-ink" onClick={() => setIsOpen(true)}>
            Delete Restaurant
          </Button>
        )}
        <DeletionDialog tenant={tenant.data} open={isOpen} onOpenChange={setIsOpen} />
      </CardSection>
    </Card>
  );
}
