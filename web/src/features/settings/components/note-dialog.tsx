import { zodResolver } from '@hookform/resolvers/zod';
import { ANNOUNCEMENT_MAX, ANNOUNCEMENT_SPECIAL_MAX, type AnnouncementName } from '@tavola/contracts/announcements.ts';
import type { Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { useKeepsTexts } from '../../../lib/forms/keeps-texts.tsx';
import { ApiError } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveTenant } from '../api.ts';
import { hasTimes } from '../daypart-form.ts';
import { type NoteValues, noteForm, noteOf, noteValues, SHOWING, usedValues, withNote } from '../note-form.ts';
import { TimesSection } from './times-section.tsx';

/** Before the note's name: where the form's input is kept when the session ends. */
export const NOTE_DRAFT = 'note:';

const mayRemove = (): Promise<boolean> =>
  confirm({
    title: 'Remove this note?',
    description: "Guests won't see it anymore.",
    confirmLabel: 'Remove Note',
    destructive: true,
  });

interface NoteDialogProps {
  tenant: Tenant;
  /** Which of the notes; if there is none of this name, it is added. */
  name: AnnouncementName;
  open: boolean;
  onClose: () => void;
}

/** Adds, edits or removes a note on the menu. Give it a new `key` each time it opens. */
export function NoteDialog({ tenant, name, open, onClose }: NoteDialogProps) {
  const save = useSaveTenant();
  // Once changed elsewhere, the next save is made on top of that.
  const [base, setBase] = useState(tenant);
  const [isBehind, setBehind] = useState(false);
  const [today] = useState(() => dateOf(localDay(Date.now(), tenant.timeZone)));
  const [note] = useState(tenant.announcements?.[name]);
  const form = useForm<NoteValues>({
    resolver: (values, ...rest) => zodResolver(noteForm(today))(usedValues(values), ...rest),
    defaultValues: noteValues(note, today),
  });
  const { control } = form;
  const { errors, isSubmitted, dirtyFields } = form.formState;
  const place = useController({ control, name: 'place' }).field;
  const shown = useController({ control, name: 'shown' }).field;
  const lacksTimes = !hasTimes(useWatch({ control }) as NoteValues);
  const translations = useKeepsTexts({
    path: '/api/tenant/translations',
    isAny: note !== undefined && dirtyFields.text === true,
    has: ({ field }) => field === `announcements.${name}`,
  });
  const dialog = useFormDialog(form, {
    open,
    busy: save.isPending,
    draft: `${NOTE_DRAFT}${name}`,
    about: { base, beginWith: setBase },
    onClose,
  });

  const send = async (announcements: TenantInput['announcements'], title: string, description?: string) => {
    try {
      const input = { name: base.name, announcements, ...translations.sent };
      await withFormDisabled(dialog.formId, () => save.mutateAsync({ input, tag: entityTag(base) }));
    } catch (error) {
      if (error instanceof ApiError && error.current) {
        setBase(error.current as Tenant);
        setBehind(true);
        return;
      }
      applyServerErrors(form, error, {}, { [`announcements.${name}.text`]: 'text' });
      toastFailure(error, 'Update failed', 'Failed to save your note. Please try again.');
      return;
    }
    dialog.saved();
    toast({ title, description });
  };

  const submit = form.handleSubmit(
    (values) =>
      send(
        withNote(base.announcements, name, noteOf(values)),
        note ? 'Note updated' : 'Note added',
        values.shown === 'always' ? 'Guests see it now.' : 'Guests see it at its times.',
      ),
    (refused) => {
      // No field of its own has the focus then.
      if (!refused.text && lacksTimes) document.getElementById(`${dialog.formId}-times`)?.focus();
    },
  );
  const remove = async () => {
    if (await mayRemove()) await send(withNote(base.announcements, name, undefined), 'Note removed');
  };

  return (
    <FormDialog
      dialog={dialog}
      title={note ? 'Edit Note' : 'Add Note'}
      description="A sentence that guests read on your menu."
      size="lg"
      submitLabel="Save Note"
      button={
        note && (
          <Button variant="ghost" className="sm:me-auto" disabled={save.isPending} onClick={() => void remove()}>
            Remove Note
          </Button>
        )
      }
      onSubmit={submit}
      className="flex flex-col gap-5"
    >
      {isBehind && (
        <Alert tone="warning">Someone changed your settings after you opened this. Save again to keep this note.</Alert>
      )}
      <FormField label="Note" error={errors.text?.message} required>
        <Textarea
          dir="auto"
          rows={2}
          maxLength={ANNOUNCEMENT_MAX}
          placeholder="Tonight: oysters from Cancale"
          {...form.register('text')}
        />
      </FormField>
      {translations.checkbox}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Place">
          <Select
            ref={place.ref}
            options={[
              { value: 'top', label: 'Top of the menu' },
              { value: 'foot', label: 'Foot of the menu' },
            ]}
            value={place.value}
            onValueChange={place.onChange}
            onBlur={place.onBlur}
          />
        </FormField>
        <FormField label="Shows">
          <Select
            ref={shown.ref}
            options={[
              { value: 'always', label: 'All the time' },
              { value: 'times', label: 'At some times only' },
            ]}
            value={shown.value}
            onValueChange={shown.onChange}
            onBlur={shown.onBlur}
          />
        </FormField>
      </div>
      {shown.value === 'times' && (
        <TimesSection
          form={form}
          formId={dialog.formId}
          today={today}
          words={SHOWING}
          specialMax={ANNOUNCEMENT_SPECIAL_MAX}
          isMissing={isSubmitted && lacksTimes}
        />
      )}
    </FormDialog>
  );
}
