import { type Daypart, OFFERS_MAX } from '@tavola/contracts/dayparts.ts';
import { Plus, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useController, useFieldArray, useWatch } from 'react-hook-form';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { readAmount } from '../../../lib/money/read-price.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { isBlankChoice } from '../../../lib/options/choice-form.ts';
import { outside, overlaps } from '../../../lib/times/served.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PriceInput } from '../../../ui/price-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { ITEM_LABELS, type ItemForm, type ItemFormValues } from '../item-form.ts';

interface OffersFieldsProps {
  form: ItemForm;
  /** Whether the dish is not saved yet. */
  isNew: boolean;
  dayparts: readonly Daypart[];
  /** The ids of the dayparts in which the dish is served, on its own account or its category's; none for all the time. */
  served: readonly number[];
  timeZone: string;
}

/** The prices of a dish at dayparts, such as happy hour. */
export function OffersFields({ form, isNew, dayparts, served, timeZone }: OffersFieldsProps) {
  const { control } = form;
  const list = useFieldArray({ control, name: 'offers' });
  const [offers, price, variants] = useWatch({ control, name: ['offers', 'price', 'variants'] });
  const addButton = useRef<HTMLButtonElement>(null);
  const money = useOwnMoney();
  // Of a saved dish, only a saved size has the id by which an offer names it.
  const sizes = variants.filter((size) => (isNew ? !isBlankChoice(size) : size.key > 0));
  const regularOf = (variant: string) =>
    amountOf(variants.find(({ key }) => String(key) === variant)?.price ?? (variants.length > 0 ? '' : price), money);
  if (list.fields.length === 0 && dayparts.length === 0) return null;

  const remove = (index: number) => {
    flushSync(() => list.remove(index));
    addButton.current?.focus();
  };
  return (
    <section aria-label={ITEM_LABELS.offers} className="flex flex-col gap-3">
      <div className="flex flex-col">
        <h3 className="text-sm font-semibold">
          {ITEM_LABELS.offers} <span className="font-normal text-ink-faint">(optional)</span>
        </h3>
        <p className="text-sm text-ink-muted">A lower price during a menu time, such as happy hour.</p>
      </div>
      <div className="flex flex-col gap-4 empty:hidden">
        {list.fields.map(({ id }, index) => (
          <OfferFields
            key={id}
            form={form}
            index={index}
            offers={offers}
            regular={regularOf(offers[index]?.variant ?? '')}
            sizes={variants.length > 0 ? sizes : undefined}
            dayparts={dayparts}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <Warnings
        offers={[...new Set(offers.map(({ daypart }) => Number(daypart)))]}
        served={served}
        dayparts={dayparts}
        timeZone={timeZone}
      />
      {variants.length > 0 && sizes.length === 0 && list.fields.length === 0 ? (
        <p className="text-sm text-ink-muted">Save the sizes first. Then each can have its offers.</p>
      ) : null}
      {list.fields.length < OFFERS_MAX * Math.max(1, sizes.length) && (variants.length === 0 || sizes.length > 0) && (
        <Button
          ref={addButton}
          variant="secondary"
          className="self-start max-sm:w-full"
          onClick={() => list.append({ daypart: '', price: '', variant: '' })}
        >
          <Plus aria-hidden />
          Add an Offer
        </Button>
      )}
    </section>
  );
}

/** What was typed as a price; NaN while it is none. */
function amountOf(typed: string, money: OwnMoney): number {
  const read = readAmount(typed, money);
  return 'amount' in read ? read.amount : Number.NaN;
}

interface OfferFieldsProps {
  form: ItemForm;
  index: number;
  offers: ItemFormValues['offers'];
  /** The regular price; NaN while it is not a number. */
  regular: number;
  /** The sizes of which it may be; undefined for a dish with one price. */
  sizes: ItemFormValues['variants'] | undefined;
  dayparts: readonly Daypart[];
  onRemove: () => void;
}

/** One offer: a daypart and its price. */
function OfferFields({ form, index, offers, regular, sizes, dayparts, onRemove }: OfferFieldsProps) {
  const money = useOwnMoney();
  const errors = form.formState.errors.offers?.[index];
  // Before the price, so that it gets the focus if both are refused.
  const { field: daypart } = useController({ control: form.control, name: `offers.${index}.daypart` });
  const { field: variant } = useController({ control: form.control, name: `offers.${index}.variant` });
  const price = form.register(`offers.${index}.price`);
  const isLower = !(amountOf(offers[index]?.price ?? '', money) >= regular);
  const taken = offers.flatMap((offer, other) =>
    other === index || offer.variant !== variant.value ? [] : [offer.daypart],
  );
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Offer {index + 1}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-start gap-x-2 sm:gap-x-3">
        <FormField label="Menu time" error={errors?.daypart?.message} required>
          <Select
            ref={daypart.ref}
            placeholder="Choose"
            options={dayparts.map(({ id, name, isActive }) => ({
              value: String(id),
              label: isActive ? name : `${name} (inactive)`,
              disabled: taken.includes(String(id)),
            }))}
            value={daypart.value}
            onValueChange={daypart.onChange}
            onBlur={daypart.onBlur}
          />
        </FormField>
        {sizes && (
          <FormField label="Size" error={errors?.variant?.message} required className="order-first col-span-full mb-2">
            <Select
              ref={variant.ref}
              placeholder="Choose"
              options={sizes.map(({ key, name }) => ({ value: String(key), label: name.trim() || 'No name' }))}
              value={variant.value}
              onValueChange={variant.onChange}
              onBlur={variant.onBlur}
            />
          </FormField>
        )}
        <FormField label="Offer price" error={errors?.price?.message} required>
          <PriceInput money={money} {...price} />
        </FormField>
        <IconButton label={`Remove offer ${index + 1}`} className="mt-[1.625rem] -me-2 max-sm:-ms-1" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {!isLower && (
        <p role="status" className="text-sm font-medium text-saffron-ink">
          This isn't lower than the regular price, so guests pay the regular price.
        </p>
      )}
    </fieldset>
  );
}

interface WarningsProps {
  /** The ids of the dayparts that have an offer. */
  offers: readonly number[];
  served: readonly number[];
  dayparts: readonly Daypart[];
  timeZone: string;
}

/** Warns of offers that are on at the same time, and of those that are never on while the dish is served. */
function Warnings({ offers, served, dayparts, timeZone }: WarningsProps) {
  const key = JSON.stringify([offers, served]);
  const { pairs, never, times } = useMemo(() => {
    const [inOffers, inTimes] = (JSON.parse(key) as number[][]).map((ids) =>
      dayparts.filter(({ id }) => ids.includes(id)),
    ) as [Daypart[], Daypart[]];
    const now = Date.now();
    return {
      pairs: overlaps(inOffers, timeZone, now),
      never: outside(inOffers, inTimes, timeZone, now),
      times: inTimes.map(({ name }) => name).join(', '),
    };
  }, [key, dayparts, timeZone]);
  if (pairs.length === 0 && never.length === 0) return null;
  return (
    <Alert tone="warning">
      {pairs.map(([one, other]) => (
        <p key={`${one.id} ${other.id}`} className="wrap-anywhere">
          <bdi>{one.name}</bdi> and <bdi>{other.name}</bdi> overlap, so the lower price applies.
        </p>
      ))}
      {never.map(({ id, name }) => (
        <p key={id} className="wrap-anywhere">
          <bdi>{name}</bdi> is outside the times when this dish is served (<bdi>{times}</bdi> only), so guests will
          never get this price.
        </p>
      ))}
    </Alert>
  );
}
