import { zodResolver } from '@hookform/resolvers/zod';
import { withChange } from '@tavola/contracts/field-list.ts';
import { type Category, type NewCategory, newCategory } from '@tavola/contracts/menu.ts';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormCheckbox } from '../../../lib/forms/form-checkbox.tsx';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { textsOf, useKeepsTexts } from '../../../lib/forms/keeps-texts.tsx';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { useDayparts } from '../../../lib/http/queries.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { categoryServed, daypartNames, SERVED_ERRORS, servedField, servedInWords } from '../../../lib/times/served.ts';
import { ServedField } from '../../../lib/times/served-field.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveCategory } from '../api.ts';

/** The contract's fields, with when the category is served as a form has it. */
const categoryForm = newCategory.extend({ dayparts: servedField.pipe(newCategory.shape.dayparts) });

type Values = z.input<typeof categoryForm>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  description: 'Description',
  isActive: 'Active',
  dayparts: 'Served',
  layout: 'Layout',
};

const SERVED_OPTIONS = [{ value: 'default', label: 'All the time' }] as const;

const toValues = (category: Category | undefined): Values => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  isActive: category?.isActive ?? true,
  dayparts: categoryServed(category?.dayparts),
  layout: category?.layout === 'grid' ? 'grid' : null,
});

interface CategoryDialogProps {
  open: boolean;
  /** The category to edit; `undefined` adds a new one. */
  category: Category | undefined;
  onClose: () => void;
}

/** Adds or edits a category. Give it a new `key` each time it opens. */
export function CategoryDialog({ open, category, onClose }: CategoryDialogProps) {
  const save = useSaveCategory(category?.id);
  const dayparts = useDayparts().data?.dayparts;
  const form = useForm<Values, unknown, NewCategory>({
    resolver: zodResolver(categoryForm),
    defaultValues: toValues(category),
  });
  const shared = useOptimisticLock(form, category, toValues);
  const { errors } = form.formState;
  const typed = shared.typed();
  const translations = useKeepsTexts(textsOf('category', category?.id, typed));
  const dialog = useFormDialog(form, {
    open,
    busy: save.isPending,
    draft: `category:${category?.id ?? 'new'}`,
    about: shared,
    onClose,
  });

  const submit = form.handleSubmit(async (values) => {
    try {
      await withFormDisabled(dialog.formId, () =>
        save.mutateAsync({
          input: category ? { ...values, ...translations.sent } : withChange(newCategory, values, {}),
          tag: shared.tag,
        }),
      );
    } catch (error) {
      if (shared.isStale(error)) return;
      applyServerErrors(form, error, {}, SERVED_ERRORS);
      if (category) toastFailure(error, 'Update failed', 'Failed to update category. Please try again.');
      else toastFailure(error, 'Add failed', 'Failed to add category. Please try again.');
      return;
    }
    dialog.saved();
    toast(
      category
        ? { title: 'Category updated', description: 'Category has been updated successfully.' }
        : { title: 'Category added', description: 'Category has been added successfully.' },
    );
  });

  return (
    <FormDialog
      dialog={dialog}
      title={category ? 'Edit Category' : 'Add Category'}
      description="A section of your menu, such as Starters, Pasta or Wine."
      submitLabel={category ? 'Save Changes' : 'Add Category'}
      onSubmit={submit}
    >
      {shared.stale && (
        <ChangedMeanwhile
          key={shared.stale.refusals}
          changes={changesInWords(shared.stale.changes, LABELS, {
            dayparts: ({ ids }) => servedInWords(daypartNames(ids, dayparts ?? [])),
            layout: () => 'Photo Grid',
          })}
          busy={save.isPending}
          onTakeTheirs={shared.takeTheirs}
          onKeepMine={() => void shared.keepMine().then(() => submit())}
        />
      )}
      <FormField label="Name" error={errors.name?.message} required>
        <Input autoComplete="off" dir="auto" {...form.register('name')} />
      </FormField>
      <FormField
        label="Description"
        error={errors.description?.message}
        hint="Shown under the heading, such as what comes with every dish."
        optional
      >
        <Textarea dir="auto" {...form.register('description')} />
      </FormField>
      {translations.checkbox}
      <ServedField control={form.control} options={SERVED_OPTIONS} dayparts={dayparts} />
      <Controller
        control={form.control}
        name="layout"
        render={({ field }) => (
          <Checkbox
            ref={field.ref}
            label="Photo Grid"
            description="Large pictures side by side, with name and price. A tap shows the rest."
            checked={field.value === 'grid'}
            onCheckedChange={(isGrid) => field.onChange(isGrid ? 'grid' : null)}
          />
        )}
      />
      <FormCheckbox
        control={form.control}
        name="isActive"
        label="Active"
        description="Uncheck to hide this category and its items."
      />
    </FormDialog>
  );
}
