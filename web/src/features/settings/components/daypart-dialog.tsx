import { zodResolver } from '@hookform/resolvers/zod';
import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormCheckbox } from '../../../lib/forms/form-checkbox.tsx';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { Alert } from '../../../ui/alert.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangedElsewhere, useEditDayparts } from '../api.ts';
import {
  type DaypartValues,
  daypartForm,
  daypartOf,
  daypartValues,
  hasTimes,
  newDaypartValues,
  SERVING,
  type Starter,
} from '../daypart-form.ts';
import { TimesSection } from './times-section.tsx';

/** Before the daypart's id, or 'new': where the form's input is kept when the session ends. */
export const DAYPART_DRAFT = 'daypart:';

const isSame = (one: Daypart | undefined, other: Daypart | undefined) =>
  one === other || (one !== undefined && other !== undefined && entityTag(one) === entityTag(other));

interface DaypartDialogProps {
  open: boolean;
  /** The daypart to edit; `undefined` adds a new one. */
  daypart: Daypart | undefined;
  /** What a new one begins with. */
  starter: Partial<Starter>;
  /** All dayparts, as they are now. */
  dayparts: readonly Daypart[];
  timeZone: string;
  onClose: () => void;
}

/** Adds or edits a daypart. Give it a new `key` each time it opens. */
export function DaypartDialog({ open, daypart, starter, dayparts, timeZone, onClose }: DaypartDialogProps) {
  const save = useEditDayparts();
  const [today] = useState(() => dateOf(localDay(Date.now(), timeZone)));
  const [isBehind, setBehind] = useState(false);
  const current = dayparts.find(({ id }) => id === daypart?.id);
  const taken = dayparts.flatMap(({ id, name }) => (id === daypart?.id ? [] : [name]));
  const form = useForm<DaypartValues>({
    resolver: (...values) => zodResolver(daypartForm(taken, today))(...values),
    defaultValues: daypart ? daypartValues(daypart, today) : newDaypartValues(starter),
  });
  const { errors, isSubmitted } = form.formState;
  const lacksTimes = !hasTimes(useWatch({ control: form.control }) as DaypartValues);
  const dialog = useFormDialog(form, {
    open,
    busy: save.isPending,
    draft: `${DAYPART_DRAFT}${daypart?.id ?? 'new'}`,
    about: { base: current, beginWith: (kept) => setBehind(!isSame(kept, current)) },
    onClose,
  });

  const submit = form.handleSubmit(
    async (values) => {
      const edited = daypartOf(values);
      // The form is saved on top of what its reader has been told of, and of nothing newer.
      const edit = (list: readonly Daypart[]) => {
        if (
          !isSame(
            list.find(({ id }) => id === daypart?.id),
            current,
          )
        )
          return undefined;
        if (!current) return [...list, edited];
        return list.map((one) => (one.id === current.id ? { id: one.id, ...edited } : one));
      };
      try {
        await withFormDisabled(dialog.formId, () => save.mutateAsync({ edit }));
      } catch (error) {
        if (error instanceof ChangedElsewhere) return setBehind(true);
        applyServerErrors(form, error, {}, { dayparts: 'name' });
        if (daypart) toastFailure(error, 'Update failed', 'Failed to update menu time. Please try again.');
        else toastFailure(error, 'Add failed', 'Failed to add menu time. Please try again.');
        return;
      }
      dialog.saved();
      toast(
        daypart
          ? { title: 'Menu time updated', description: `${edited.name} has been updated.` }
          : { title: 'Menu time added', description: `You can choose ${edited.name} in categories and items now.` },
      );
    },
    (refused) => {
      // No field of its own has the focus then.
      if (!refused.name && lacksTimes) document.getElementById(`${dialog.formId}-times`)?.focus();
    },
  );

  return (
    <FormDialog
      dialog={dialog}
      title={daypart ? 'Edit Menu Time' : 'Add Menu Time'}
      description="Enter times past midnight, such as 9 PM to 1 AM, on the day they start. For 24 hours, enter the same time twice."
      size="lg"
      submitLabel={daypart ? 'Save Changes' : 'Add Menu Time'}
      onSubmit={submit}
      className="flex flex-col gap-7"
    >
      {isBehind && (
        <Alert tone="warning">
          {current
            ? 'Someone changed this menu time after you opened it. Save again to keep your version.'
            : 'Someone deleted this menu time. Save again to add it back.'}
        </Alert>
      )}
      <FormField label="Name" error={errors.name?.message} required>
        <Input autoComplete="off" dir="auto" placeholder="Lunch" {...form.register('name')} />
      </FormField>
      <TimesSection
        form={form}
        formId={dialog.formId}
        today={today}
        words={SERVING}
        isMissing={isSubmitted && lacksTimes}
      />
      <FormCheckbox
        control={form.control}
        name="isActive"
        label="Active"
        description="Uncheck to pause this menu time. Dishes served only then are hidden, and its offers are off."
      />
    </FormDialog>
  );
}
