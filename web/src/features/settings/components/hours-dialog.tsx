import { zodResolver } from '@hookform/resolvers/zod';
import type { Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { CalendarPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api.ts';
import { toastFailure } from '../../../lib/failure-toast.ts';
import { withFormDisabled } from '../../../lib/forms.ts';
import { confirmDiscard, useUnsavedChanges } from '../../../lib/unsaved-changes.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveTenant } from '../api.ts';
import { type HoursValues, hoursForm, hoursOf, hoursValues, WEEKDAYS } from '../hours-form.ts';
import { DayHours } from './day-hours.tsx';
import { SpecialDay } from './special-day.tsx';

const mayRemove = (): Promise<boolean> =>
  confirm({
    title: 'Remove your opening hours?',
    description: 'Guests will see “Open until 10 PM” again.',
    confirmLabel: 'Remove Hours',
  });

export interface HoursDialogProps {
  tenant: Tenant;
  open: boolean;
  onClose: () => void;
}

/** Edits the opening hours of `tenant`. Give it a new `key` each time it opens. */
export function HoursDialog({ tenant, open, onClose }: HoursDialogProps) {
  const formId = useId();
  const save = useSaveTenant();
  const [opened] = useState(tenant);
  // Once changed elsewhere, the next save is made on top of that.
  const [base, setBase] = useState(tenant);
  const isBehind = base !== opened;
  const [today] = useState(() => dateOf(localDay(Date.now(), tenant.timeZone)));
  const form = useForm<HoursValues>({
    resolver: zodResolver(hoursForm),
    defaultValues: hoursValues(tenant.hours, today),
  });
  const special = useFieldArray({ control: form.control, name: 'special' });
  const { isDirty } = form.formState;
  useUnsavedChanges(open && isDirty);

  const close = async () => {
    if (save.isPending || !(await confirmDiscard())) return;
    form.reset();
    onClose();
  };

  const send = async (hours: TenantInput['hours'], done: string) => {
    try {
      const input = { name: base.name, hours };
      await withFormDisabled(formId, () => save.mutateAsync({ input, tag: entityTag(base) }));
    } catch (error) {
      if (error instanceof ApiError && error.current) setBase(error.current as Tenant);
      else toastFailure(error, 'Update failed', 'Failed to save your hours. Please try again.');
      return;
    }
    form.reset(form.getValues());
    onClose();
    toast({ title: 'Hours updated', description: done });
  };

  const submit = form.handleSubmit((values) =>
    send(hoursOf(values) as TenantInput['hours'], 'Guests see your opening hours now.'),
  );
  const remove = async () => {
    if (await mayRemove()) await send(null, 'Your opening hours were removed.');
  };

  /** Gives the hours of one day to the days `to`. */
  const copy = (from: number, to: readonly number[]) => {
    const { intervals } = form.getValues(`days.${from}`);
    for (const day of to) {
      form.setValue(
        `days.${day}.intervals`,
        intervals.map((interval) => ({ ...interval })),
        { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
      );
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void close()}
      title="Opening Hours"
      description="When guests can come. Times after midnight belong to the evening before."
      size="lg"
      footer={
        <>
          {tenant.hours && (
            <Button variant="ghost" className="sm:me-auto" disabled={save.isPending} onClick={() => void remove()}>
              Remove Hours
            </Button>
          )}
          <Button variant="secondary" disabled={save.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Hours'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-7">
        {isBehind && (
          <Alert tone="warning">
            Your settings were changed elsewhere since you opened this. Save again to keep these hours.
          </Alert>
        )}
        <div className="flex flex-col divide-y divide-line">
          {WEEKDAYS.map((name, weekday) => (
            <DayHours key={name} form={form} weekday={weekday} onCopy={(to) => copy(weekday, to)} />
          ))}
        </div>
        <section aria-labelledby={`${formId}-special`} className="flex flex-col gap-4">
          <div className="flex flex-col gap-0.5">
            <h3 id={`${formId}-special`} className="display text-lg">
              Special days
            </h3>
            <p className="text-sm text-ink-muted">Holidays, vacations, a private party: other hours, or closed.</p>
          </div>
          {special.fields.map(({ id }, index) => (
            <SpecialDay key={id} form={form} index={index} today={today} onRemove={() => special.remove(index)} />
          ))}
          <Button
            variant="secondary"
            className="self-start max-sm:w-full"
            disabled={special.fields.length >= 60}
            onClick={() => special.append({ from: '', to: '', intervals: [], reason: '' })}
          >
            <CalendarPlus aria-hidden />
            Add Special Day
          </Button>
        </section>
      </form>
    </Dialog>
  );
}
