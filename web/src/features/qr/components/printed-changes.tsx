import type { Tenant } from '@tavola/contracts/auth.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Card } from '../../../ui/card.tsx';
import { SectionHeader } from '../../../ui/section-header.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useChangePrintedChanges } from '../api.ts';

/** Whether guests who scan the code on a printed menu are told what changed since. */
export function PrintedChanges({ tenant }: { tenant: Tenant }) {
  const change = useChangePrintedChanges();
  const tells = change.isPending ? change.variables.tells : tenant.printedChanges !== false;
  const onChange = (next: boolean) =>
    change.mutate(
      { tenant, tells: next },
      { onError: (error) => toastInServersWords(error, 'Update failed', 'Failed to save. Please try again.') },
    );
  return (
    <section>
      <SectionHeader title="Printed menus" />
      <Card className="p-5 sm:p-6">
        <Switch
          label="Say what changed since printing"
          description="Guests who scan the code on a menu you printed see a line such as “2 prices changed”."
          checked={tells}
          disabled={change.isPending}
          onCheckedChange={onChange}
        />
      </Card>
    </section>
  );
}
