import { zodResolver } from '@hookform/resolvers/zod';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller, type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { dietInWords } from '../../../lib/allergens/allergen-words.ts';
import { useTextHints } from '../../../lib/allergens/use-text-hints.ts';
import { FormCheckbox } from '../../../lib/forms/form-checkbox.tsx';
import { useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { textsOf, useKeepsTexts } from '../../../lib/forms/keeps-texts.tsx';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { useOnceKeys } from '../../../lib/http/once-key.ts';
import { useDayparts, useOptionGroups } from '../../../lib/http/queries.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { SPICE_LABELS } from '../../../lib/menu/spice-labels.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { readAmount } from '../../../lib/money/read-price.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { renamedIn, rowToFill, soldOutInWords } from '../../../lib/options/choice-form.ts';
import { ImagePreview } from '../../../lib/pictures/image-preview.tsx';
import { usePictureDeletion } from '../../../lib/pictures/picture-deletion.ts';
import { PictureField } from '../../../lib/pictures/picture-field.tsx';
import { daypartNames, SERVED_ERRORS, servedInWords } from '../../../lib/times/served.ts';
import { untilInWords } from '../../../lib/times/sold-out-until.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useAddItem, useChangeItem, useClock } from '../api.ts';
import { useItemAllergens } from '../item-allergens.ts';
import {
  asCopy,
  CATEGORY_REQUIRED,
  ITEM_LABELS,
  type ItemForm,
  type ItemFormOutput,
  type ItemFormValues,
  itemForm,
  itemFormValues,
  pickDirty,
  picturedIn,
  pricedIn,
  timedIn,
  toNewItem,
  uncategorizedItemForm,
} from '../item-form.ts';
import { AllergensPart, KeepsAllergens } from './allergens-part.tsx';
import { CategoryPicker, categoryOptions } from './category-picker.tsx';
import { ItemActions } from './item-actions.tsx';
import { MoreDetails } from './more-details.tsx';
import { OptionsField } from './options-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { SoldOutField } from './sold-out-field.tsx';
import { SuggestDescription } from './suggest-description.tsx';
import { TimesAndOffers } from './times-and-offers.tsx';

export interface ItemDialogProps {
  open: boolean;
  /** The item to edit; `undefined` adds a new one. */
  item: MenuItem | undefined;
  /** The item that a new one begins as a copy of. */
  copyOf?: MenuItem | undefined;
  /** `undefined` while they load. */
  categories: readonly Category[] | undefined;
  /** The preselected category of a new item. */
  likelyCategoryId?: number | undefined;
  onClose: () => void;
  onAdded: (item: MenuItem) => void;
  onChanged: (before: MenuItem, after: MenuItem) => void;
  onDuplicate: (item: MenuItem) => void;
  onDelete: (item: MenuItem) => void;
}

const NO_TEXTS = { name: '' };

/** Adds or edits a menu item. Give it a new `key` each time it opens. */
export function ItemDialog({
  open,
  item,
  copyOf,
  categories,
  likelyCategoryId,
  onClose,
  onAdded,
  onChanged,
  onDuplicate,
  onDelete,
}: ItemDialogProps) {
  const [, navigate] = useLocation();
  const add = useAddItem(useOnceKeys());
  const change = useChangeItem();
  const isSaving = add.isPending || change.isPending;
  const [isUploading, setIsUploading] = useState(false);
  const money = useOwnMoney();
  const { timeZone } = useClock();
  const dayparts = useDayparts().data?.dayparts;
  const groups = useOptionGroups().data;
  const nameAll = (ids: readonly number[]) => daypartNames(ids, dayparts ?? []);
  const toValues = (kept: MenuItem | undefined) => itemFormValues(kept, money);

  const initial = item ? toValues(item) : asCopy(toValues(copyOf));
  if (!item && initial.categoryId === '' && likelyCategoryId !== undefined) {
    initial.categoryId = String(likelyCategoryId);
  }
  const form: ItemForm = useForm({
    // Choose the schema on each validation: the category may be deleted while the form is open.
    resolver: (...values) =>
      zodResolver<ItemFormValues, unknown, ItemFormOutput>(
        timedIn(
          picturedIn(
            pricedIn(
              mayLackCategory() ? uncategorizedItemForm : itemForm,
              money,
              shared.base ?? copyOf,
              values[0].variants,
            ),
            shared.base?.image,
          ),
          timeZone,
          shared.base?.soldOutUntil,
        ),
      )(...values),
    defaultValues: initial,
  });
  // Before the other fields, as on the screen: of those refused the first registered gets the focus.
  form.register('categoryId');
  const shared = useOptimisticLock(form, item, toValues);
  const mayLackCategory = () => shared.base?.categoryId === null;
  const isOrphan = mayLackCategory();
  const { errors } = form.formState;
  const image = useWatch({ control: form.control, name: 'image' });
  const typed = shared.typed();
  const translations = useKeepsTexts(
    textsOf('item', item?.id, typed, renamedIn(shared.base?.variants, form.getValues('variants'))),
  );
  const allergens = useItemAllergens(shared, typed, form.getValues());
  const busy = isSaving || allergens.isDeclaring || allergens.isConfirming;
  const [oftenContains, setOftenContains] = useState<readonly Allergen[]>([]);
  const hints = useTextHints()?.(item ?? copyOf ?? NO_TEXTS);
  const deletion = usePictureDeletion();
  const dialog = useFormDialog(form, {
    open,
    busy,
    draft: `item:${item?.id ?? 'new'}`,
    about: shared,
    beside: allergens.kept,
    isUnsaved: isUploading || allergens.isDirty,
    onClose,
  });

  const save = async (values: ItemFormOutput, goesOn: boolean) => {
    if (!(await allergens.maySave())) return;
    const sent = form.getValues();
    const before = shared.base;
    let saved: MenuItem;
    try {
      const { tag } = shared;
      saved = await withFormDisabled(dialog.formId, () =>
        item
          ? change.mutateAsync({
              id: item.id,
              change: { ...pickDirty(values, shared.typed()), ...translations.sent },
              tag,
            })
          : add.mutateAsync(toNewItem(values, sent.variants)),
      );
    } catch (error) {
      if (shared.isStale(error)) return;
      applyServerErrors(form, error, {}, SERVED_ERRORS);
      if (item) toastFailure(error, 'Update failed', 'Failed to update menu item. Please try again.');
      else toastFailure(error, 'Add failed', 'Failed to add menu item. Please try again.');
      return;
    }
    void deletion.finish([values.image]);
    if (item) {
      // A declaration may be refused for a change since this save: the dialog goes on from here then.
      if (allergens.isDirty) shared.goOnFrom(saved, sent);
      if (!(await withFormDisabled(dialog.formId, () => allergens.afterSave(saved)))) return;
    }
    if (goesOn) {
      const next = { ...toValues(undefined), categoryId: form.getValues('categoryId') };
      // Render synchronously: a field can be focused only once it is back in the form.
      flushSync(() => form.reset(next));
      form.setFocus('name');
    } else {
      dialog.saved();
    }
    if (!item) onAdded(saved);
    else if (before) onChanged(before, saved);
    toast(
      item
        ? { title: 'Item updated', description: 'Menu item has been updated successfully.' }
        : { title: 'Item added', description: 'Menu item has been added successfully.' },
    );
  };

  const refuse = (refused: FieldErrors<ItemFormValues>) => {
    if (refused.categoryId?.message === CATEGORY_REQUIRED) {
      toastError('Category required', CATEGORY_REQUIRED);
    }
    // Before the fields that are refused themselves.
    if (refused.variants?.root ?? refused.variants?.message) {
      form.setFocus(`variants.${rowToFill(form.getValues('variants'))}.name`);
    }
  };

  const submit = form.handleSubmit((values) => save(values, false), refuse);
  const submitAndGoOn = form.handleSubmit((values) => save(values, true), refuse);
  /** Leaves the form for what `next` does with its item. */
  const leaveFor = async (next: (item: MenuItem) => void) => {
    if (item && (await dialog.cancel())) next(item);
  };
  const openHistory = () => void leaveFor(({ id }) => navigate(`/dashboard/history?item=${id}`));

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void dialog.cancel()}
      title={item ? 'Edit Item' : 'Add Item'}
      description={item ? 'Changes go live as soon as you save.' : 'Goes live as soon as you save.'}
      footer={
        <div className="flex grow gap-2.5">
          <ItemActions
            isNew={!item}
            busy={busy}
            isUploading={isUploading}
            onDelete={() => item && onDelete(item)}
            onDuplicate={() => void leaveFor(onDuplicate)}
            onHistory={openHistory}
            onCancel={() => void dialog.cancel()}
            onSaveAndGoOn={() => void submitAndGoOn()}
          />
          <Button type="submit" form={dialog.formId} busy={busy || isUploading} className="max-sm:grow">
            {busy ? 'Saving...' : isUploading ? 'Uploading…' : item ? 'Save Changes' : 'Add Item'}
          </Button>
        </div>
      }
    >
      <form
        id={dialog.formId}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (item || busy || isUploading || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submitAndGoOn();
        }}
        className="flex flex-col gap-5"
      >
        {dialog.restored && <RestoredNotice />}
        {shared.stale && (
          <ChangedMeanwhile
            key={shared.stale.refusals}
            changes={changesInWords(shared.stale.changes, ITEM_LABELS, {
              price: (text) => priceInWords(text, money),
              categoryId: (id) => categoryOptions(categories, id).find(({ value }) => value === id)?.label ?? '',
              diet: (diets) => diets.map(dietInWords).join(', '),
              spice: (level) => SPICE_LABELS[Number(level)] ?? level,
              soldOutUntil: (text) => untilInWords(text, timeZone, Date.now()),
              dayparts: ({ mode, ids }) =>
                mode === 'default' ? 'Like its category' : servedInWords(mode === 'always' ? [] : nameAll(ids)),
              offers: (offers) =>
                offers
                  .map(({ daypart, price }) => [...nameAll([Number(daypart)]), priceInWords(price, money)].join(' '))
                  .join(', '),
              variants: (sizes) =>
                sizes
                  .map((size) => `${size.name} ${priceInWords(size.price, money)}${soldOutInWords(size)}`)
                  .join(', ') || 'One price',
              optionGroups: (ids) => ids.map((id) => groups?.find((one) => one.id === id)?.name ?? '').join(', '),
            }).concat(allergens.changesMeanwhile())}
            busy={busy}
            onTakeTheirs={() => {
              shared.takeTheirs();
              allergens.takeTheirs();
            }}
            onKeepMine={() => void shared.keepMine().then(() => (allergens.keepMine() ? submit() : undefined))}
          />
        )}
        <Controller
          control={form.control}
          name="categoryId"
          render={({ field }) => (
            <CategoryPicker
              ref={field.ref}
              categories={categories}
              value={field.value}
              initial={initial.categoryId}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onCreated={(isCreated) => form.setFocus(isCreated ? 'name' : 'categoryId')}
              error={errors.categoryId?.message}
              required={!isOrphan}
              hint={isOrphan && 'Its category was deleted. Guests find it under “More”.'}
            />
          )}
        />
        <PriceFields form={form}>
          <FormField label="Name" error={errors.name?.message} required>
            <Input
              autoComplete="off"
              dir="auto"
              {...(initial.categoryId !== '' && { 'data-first-focus': '' })}
              {...form.register('name')}
            />
          </FormField>
        </PriceFields>
        <FormField
          label="Description"
          error={errors.description?.message}
          hint="The menu shows the first two lines."
          optional
        >
          <Textarea dir="auto" {...form.register('description')} />
        </FormField>
        <SuggestDescription form={form} categories={categories} onOftenContains={setOftenContains} />
        {translations.checkbox}
        <KeepsAllergens allergens={allergens} />
        <OptionsField form={form} />
        <MoreDetails form={form} item={shared.base} hints={hints} />
        <AllergensPart
          item={shared.base}
          allergens={allergens}
          categories={categories}
          hints={hints}
          oftenContains={oftenContains}
        />
        <TimesAndOffers isNew={!item} form={form} categories={categories} dayparts={dayparts} timeZone={timeZone} />
        <PictureField
          label="Picture"
          value={image ?? ''}
          onChange={(address) => form.setValue('image', address, { shouldDirty: true, shouldValidate: true })}
          onUploading={setIsUploading}
          onDelete={deletion.mark}
        >
          <FormField label="Image URL" error={errors.image?.message} optional>
            <Input type="url" inputMode="url" {...VERBATIM} placeholder="https://" {...form.register('image')} />
          </FormField>
          {!errors.image && <ImagePreview address={image ?? ''} />}
        </PictureField>
        <fieldset className="flex flex-col gap-4 rounded-control border border-line bg-paper p-4 sm:p-5">
          <legend className="sr-only">On the menu</legend>
          <Controller
            control={form.control}
            name="isAvailable"
            render={({ field }) => (
              <Checkbox
                ref={field.ref}
                label="Available"
                description="Uncheck to show it as Out of Stock."
                checked={field.value ?? true}
                onCheckedChange={(isAvailable) => {
                  field.onChange(isAvailable);
                  const before = toValues(shared.base).soldOutUntil;
                  form.setValue('soldOutUntil', isAvailable ? '' : before, { shouldDirty: true });
                }}
              />
            )}
          />
          <SoldOutField form={form} />
          <FormCheckbox
            control={form.control}
            name="isPopular"
            label="Popular"
            description="Highlights what guests order most."
          />
          <FormCheckbox
            control={form.control}
            name="isFeatured"
            label="Featured"
            description="Highlights a house favorite. “Popular” shows if both are on."
          />
        </fieldset>
        {item && (
          <Button variant="link" size="sm" className="self-start max-sm:hidden" disabled={busy} onClick={openHistory}>
            History of This Item
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** What was typed as a price, as guests would read it; as it is while it is none. */
function priceInWords(typed: string, money: OwnMoney): string {
  const read = readAmount(typed, money);
  return 'amount' in read ? formatMoney(read.amount, money) : typed;
}
