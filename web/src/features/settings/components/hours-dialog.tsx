import { zodResolver } from '@hookform/resolvers/zod';
import type { Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { withFormDisabled } from '../../../lib/forms/forms.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { useSaveTenant } from '../api.ts';
import { everyDay, type HoursValues, hoursForm, hoursOf, hoursValues, OPENING } from '../hours-form.ts';
import { TimesFields } from './times-fields.tsx';

/** Where the form's input is kept when the session ends. */
export const HOURS_DRAFT = 'hours';

const mayRemove = (): Promise<boolean> =>
  confirm({
    title: 'Remove your opening hours?',
    description: 'Guests will see “Open until 10 PM” again.',
    confirmLabel: 'Remove Hours',
  });

interface HoursDialogProps {
  tenant: Tenant;
  open: boolean;
  onClose: () => void;
}

/** Edits the opening hours of `tenant`. Give it a new `key` each time it opens. */
export function HoursDialog({ tenant, open, onClose }: HoursDialogProps) {
  const save = useSaveTenant();
  // Once changed elsewhere, the next save is made on top of that.
  const [base, setBase] = useState(tenant);
  const [isBehind, setBehind] = useState(false);
  const [today] = useState(() => dateOf(localDay(Date.now(), tenant.timeZone)));
  const form = useForm<HoursValues>({
    resolver: zodResolver(hoursForm(today)),
    // Without hours, a first proposal.
    defaultValues: tenant.hours ? hoursValues(tenant.hours, today) : everyDay(OPENING.first),
  });
  const dialog = useFormDialog(form, {
    open,
    busy: save.isPending,
    draft: HOURS_DRAFT,
    about: { base, beginWith: setBase },
    onClose,
  });

  const send = async (hours: TenantInput['hours'], done: string) => {
    try {
      const input = { name: base.name, hours };
      await withFormDisabled(dialog.formId, () => save.mutateAsync({ input, tag: entityTag(base) }));
    } catch (error) {
      if (error instanceof ApiError && error.current) {
        setBase(error.current as Tenant);
        setBehind(true);
      } else toastFailure(error, 'Update failed', 'Failed to save your hours. Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: 'Hours updated', description: done });
  };

  const submit = form.handleSubmit((values) => send(hoursOf(values), 'Guests see your opening hours now.'));
  const remove = async () => {
    if (await mayRemove()) await send(null, 'Your opening hours were removed.');
  };

  return (
    <FormDialog
      dialog={dialog}
      title="Opening Hours"
      description="When guests can come. Enter hours past midnight, such as 6 PM to 2 AM, on the day they start. For 24 hours, enter the same time twice."
      size="lg"
      submitLabel="Save Hours"
      button={
        tenant.hours && (
          <Button variant="ghost" className="sm:me-auto" disabled={save.isPending} onClick={() => void remove()}>
            Remove Hours
          </Button>
        )
      }
      onSubmit={submit}
      className="flex flex-col gap-7"
    >
      {isBehind && (
        <Alert tone="warning">
          Someone changed your settings after you opened this. Save again to keep these hours.
        </Alert>
      )}
      <TimesFields form={form} today={today} words={OPENING} />
    </FormDialog>
  );
}
