import { zodResolver } from '@hookform/resolvers/zod';
import { OPTIONS_MAX, type OptionGroup } from '@tavola/contracts/choices.ts';
import { Controller, type FieldErrors, type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../forms/forms.ts';
import { textsOf, useKeepsTexts } from '../forms/keeps-texts.tsx';
import { toastFailure } from '../http/failure-toast.ts';
import { changesInWords, useOptimisticLock } from '../http/shared-object.ts';
import { useOwnMoney } from '../money/use-own-money.ts';
import { useSaveOptionGroup } from './api.ts';
import { renamedIn, rowToFill, soldOutInWords } from './choice-form.ts';
import { ChoiceRows } from './choice-rows.tsx';
import {
  type GroupOutput,
  type GroupValues,
  groupForm,
  groupValues,
  newOption,
  OWN_RULE,
  RULE_OPTIONS,
} from './group-form.ts';
import { useKeepsOptionAllergens } from './keeps-allergens.tsx';

const LABELS: Readonly<Record<keyof GroupValues, string>> = {
  name: 'Name',
  rule: 'Guests choose',
  min: 'At least',
  max: 'At most',
  options: 'Options',
};

/** Before the group's id, or 'new': where the form's input is kept when the session ends. */
export const GROUP_DRAFT = 'option-group:';

/** Only the edited fields, so that a save keeps what others changed meanwhile. */
const pickDirty = ({ min, max, ...values }: GroupOutput, typed: readonly string[]) => ({
  ...Object.fromEntries(Object.entries(values).filter(([field]) => typed.includes(field))),
  ...(['rule', 'min', 'max'].some((field) => typed.includes(field)) && { min, max }),
});

interface OptionGroupDialogProps {
  open: boolean;
  /** The group to edit; `undefined` adds a new one. */
  group: OptionGroup | undefined;
  onClose: () => void;
  onAdded?: (group: OptionGroup) => void;
}

/** Adds or edits an option group. Give it a new `key` each time it opens. */
export function OptionGroupDialog({ open, group, onClose, onAdded }: OptionGroupDialogProps) {
  const money = useOwnMoney();
  const save = useSaveOptionGroup(group?.id);
  const toValues = (kept: OptionGroup | undefined) => groupValues(kept, money);
  const form: UseFormReturn<GroupValues, unknown, GroupOutput> = useForm<GroupValues, unknown, GroupOutput>({
    resolver: (...values) => zodResolver(groupForm(money, shared.base))(...values),
    defaultValues: toValues(group),
  });
  const shared = useOptimisticLock(form, group, toValues);
  const { errors } = form.formState;
  const list = useFieldArray({ control: form.control, name: 'options' });
  const [options, rule, max] = useWatch({ control: form.control, name: ['options', 'rule', 'max'] });
  const typed = shared.typed();
  const renamed = renamedIn(shared.base?.options, options);
  const translations = useKeepsTexts(textsOf('option-group', group?.id, typed, renamed));
  const allergens = useKeepsOptionAllergens(shared.base?.options, renamed);
  const takesOne = ['one', 'up-to-one'].includes(rule) || (rule === OWN_RULE && max.trim() === '1');
  const dialog = useFormDialog(form, {
    open,
    busy: save.isPending || allergens.isConfirming,
    draft: `${GROUP_DRAFT}${group?.id ?? 'new'}`,
    about: shared,
    onClose,
  });

  const setDefault = (index: number, isDefault: boolean) => {
    for (const [at, option] of form.getValues('options').entries()) {
      const next = at === index ? isDefault : option.isDefault && !(takesOne && isDefault);
      if (next !== option.isDefault) form.setValue(`options.${at}.isDefault`, next, { shouldDirty: true });
    }
  };

  const refuse = ({ options: refused }: FieldErrors<GroupValues>) => {
    // Before the fields that are refused themselves.
    if (refused?.root ?? refused?.message) form.setFocus(`options.${rowToFill(form.getValues('options'))}.name`);
  };

  const submit = form.handleSubmit(async (values) => {
    let saved: OptionGroup;
    try {
      saved = await withFormDisabled(dialog.formId, () =>
        save.mutateAsync({
          input: group ? { ...pickDirty(values, shared.typed()), ...translations.sent } : values,
          tag: shared.tag,
        }),
      );
    } catch (error) {
      if (shared.isStale(error)) return;
      applyServerErrors(form, error);
      if (group) toastFailure(error, 'Update failed', 'Failed to update options. Please try again.');
      else toastFailure(error, 'Add failed', 'Failed to add options. Please try again.');
      return;
    }
    await allergens.confirmIn(saved);
    dialog.saved();
    if (!group) onAdded?.(saved);
    toast(
      group
        ? { title: 'Options updated', description: 'Every dish with these options shows the change.' }
        : { title: 'Options added', description: `“${saved.name}” can be added to any dish.` },
    );
  }, refuse);

  return (
    <FormDialog
      dialog={dialog}
      title={group ? 'Edit Options' : 'New Options'}
      description="Choices that dishes share, such as milk, sides or toppings."
      submitLabel={group ? 'Save Changes' : 'Add Options'}
      // A form in a dialog over another form must not submit that one, too.
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
    >
      {shared.stale && (
        <ChangedMeanwhile
          key={shared.stale.refusals}
          changes={changesInWords(shared.stale.changes, LABELS, {
            rule: (value) => RULE_OPTIONS.find((one) => one.value === value)?.label ?? value,
            options: (all) =>
              all
                .map((one) => [one.name, one.price && `+${one.price}`].filter(Boolean).join(' ') + soldOutInWords(one))
                .join(', '),
          })}
          busy={save.isPending}
          onTakeTheirs={shared.takeTheirs}
          onKeepMine={() => void shared.keepMine().then(() => submit())}
        />
      )}
      <FormField
        label="Name"
        error={errors.name?.message}
        hint="Guests see it above the options, such as “Milk”."
        required
      >
        <Input autoComplete="off" dir="auto" {...form.register('name')} />
      </FormField>
      <ChoiceRows
        kind="Option"
        priceLabel="Adds"
        rows={options}
        least={1}
        most={OPTIONS_MAX}
        money={money}
        register={(index, field) => form.register(`options.${index}.${field}`)}
        errorOf={(index, field) => errors.options?.[index]?.[field]?.message}
        error={errors.options?.root?.message ?? errors.options?.message}
        onAdd={() => list.append(newOption(options), { shouldFocus: false })}
        onMove={list.move}
        onRemove={list.remove}
        renderMore={(index) => (
          <Checkbox
            label={<span className="text-sm text-ink-muted">Included by default</span>}
            checked={options[index]?.isDefault ?? false}
            onCheckedChange={(isDefault) => setDefault(index, isDefault)}
          />
        )}
      />
      {translations.checkbox}
      {allergens.checkbox}
      <Controller
        control={form.control}
        name="rule"
        render={({ field }) => (
          <FormField label={LABELS.rule}>
            <Select
              ref={field.ref}
              options={RULE_OPTIONS}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          </FormField>
        )}
      />
      {rule === OWN_RULE ? (
        <div className="grid grid-cols-2 gap-5">
          <FormField label={LABELS.min} error={errors.min?.message} optional>
            <Input
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              placeholder="0"
              {...form.register('min')}
            />
          </FormField>
          <FormField label={LABELS.max} error={errors.max?.message} optional>
            <Input
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              placeholder="Any"
              {...form.register('max')}
            />
          </FormField>
        </div>
      ) : (
        (errors.min ?? errors.max) && (
          <p role="alert" className="text-sm text-tomato-ink">
            {(errors.min ?? errors.max)?.message}
          </p>
        )
      )}
    </FormDialog>
  );
}
