import { useState } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { useAccount, useTenant } from '../api.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

/** The way to have a restaurant deleted, or when it will be. */
export function DeletionCard() {
  const account = useAccount();
  const tenant = useTenant();
  const [isOpen, setIsOpen] = useState(false);
  if (!account.data || !tenant.data) return null;
  const { deleteAt } = account.data;
  return (
    // As wide as the form above it, beside which the preview stands where there is room.
    <Card className="xl:me-[23.5rem]">
      <CardSection
        title="Delete this restaurant"
        description={
          deleteAt
            ? `It will be deleted on ${formatDay(deleteAt)}. Until then you can keep it: see the top of this page.`
            : 'The menu, the codes, the figures and all accounts. You have 30 days to change your mind.'
        }
      >
        {!deleteAt && (
          <Button variant="secondary" className="self-start text-tomato-ink" onClick={() => setIsOpen(true)}>
            Delete this Restaurant
          </Button>
        )}
        <DeletionDialog name={tenant.data.name} open={isOpen} onOpenChange={setIsOpen} />
      </CardSection>
    </Card>
  );
}
