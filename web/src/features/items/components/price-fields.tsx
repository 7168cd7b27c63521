import { VARIANTS_MAX } from '@tavola/contracts/choices.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useWatch } from 'react-hook-form';
import { readAmount } from '../../../lib/money/read-price.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { newChoice } from '../../../lib/options/choice-form.ts';
import { ChoiceRows } from '../../../lib/options/choice-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { PriceInput } from '../../../ui/price-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ItemForm, ItemFormValues } from '../item-form.ts';

const MODES = [
  { value: 'one', label: 'One price' },
  { value: 'sizes', label: 'Several sizes' },
] as const;

/** A dish's name, and what it costs: one price, or one for each of its sizes. */
export function PriceFields({ form, children }: { form: ItemForm; children: ReactNode }) {
  const money = useOwnMoney();
  const { errors } = form.formState;
  const list = useFieldArray({ control: form.control, name: 'variants' });
  const variants = useWatch({ control: form.control, name: 'variants' });
  const [asksPrice, setAsksPrice] = useState(false);
  const hasSizes = variants.length > 0;
  /** Those of the one price, in case it comes back. */
  const offersBefore = useRef<ItemFormValues['offers']>([]);
  const set = <Name extends 'price' | 'offers' | 'isAvailable' | 'soldOutUntil'>(
    name: Name,
    value: ItemFormValues[Name],
  ) => form.setValue(name, value as never, { shouldDirty: true });

  const begin = () => {
    const first = { ...newChoice([]), price: form.getValues('price') };
    flushSync(() => list.replace([first, newChoice([first])]));
    // An offer of a dish with sizes is that of one size.
    offersBefore.current = form.getValues('offers');
    set('offers', []);
    form.clearErrors('price');
    form.setFocus('variants.0.name');
  };
  /** Goes back to one price: that of the size `key`, which may be sold out, or what was typed before. */
  const keep = (key: number | undefined) => {
    const kept = variants.find((size) => size.key === key);
    if (kept) set('price', kept.price);
    if (kept && !kept.isAvailable && form.getValues('isAvailable')) {
      set('isAvailable', false);
      set('soldOutUntil', kept.soldOutUntil ?? '');
    }
    const own = form.getValues('offers').filter(({ variant }) => variant === String(key));
    const isNew = key === undefined || key < 0;
    const offers = isNew && own.length === 0 ? offersBefore.current : own;
    set(
      'offers',
      offers.map((offer) => ({ ...offer, variant: '' })),
    );
    form.clearErrors('variants');
    flushSync(() => {
      list.replace([]);
      setAsksPrice(false);
    });
    form.setFocus('price');
  };
  const priced = variants.filter(({ price }) => price.trim() !== '');
  const choose = (mode: 'one' | 'sizes') => {
    if (mode === 'sizes') return hasSizes ? setAsksPrice(false) : begin();
    if (!hasSizes) return;
    if (new Set(priced.map(({ price }) => price)).size > 1) setAsksPrice(true);
    else keep((priced.find(({ isAvailable }) => isAvailable) ?? priced[0])?.key);
  };
  const remove = (index: number) => {
    const key = String(variants[index]?.key);
    list.remove(index);
    set(
      'offers',
      form.getValues('offers').filter(({ variant }) => variant !== key),
    );
  };

  return (
    <div className="flex flex-col gap-3">
      <div className={cn('grid grid-cols-1 gap-5', !hasSizes && 'sm:grid-cols-[minmax(0,1fr)_10rem] sm:items-start')}>
        {children}
        {!hasSizes && (
          <FormField label="Price" error={errors.price?.message} required>
            <PriceInput money={money} {...form.register('price')} />
          </FormField>
        )}
      </div>
      <Segmented
        label="Sizes"
        value={hasSizes && !asksPrice ? 'sizes' : 'one'}
        options={MODES}
        onValueChange={choose}
        className="sm:max-w-80"
      />
      {asksPrice ? (
        <fieldset className="flex flex-col gap-2.5 rounded-control bg-saffron-soft p-4">
          <legend className="float-start w-full pb-2.5 font-semibold text-saffron-ink">Which price stays?</legend>
          <div className="flex flex-wrap gap-2.5">
            {priced.map(({ key, name, price }) => (
              <Button key={key} size="sm" variant="secondary" onClick={() => keep(key)}>
                <bdi>{name.trim() || 'No name'}</bdi> <span className="figures">{inMoney(price)}</span>
              </Button>
            ))}
            <Button size="sm" variant="ghost" onClick={() => setAsksPrice(false)}>
              Keep the Sizes
            </Button>
          </div>
        </fieldset>
      ) : hasSizes ? (
        <ChoiceRows
          kind="Size"
          priceLabel="Price"
          rows={variants}
          least={2}
          most={VARIANTS_MAX}
          money={money}
          register={(index, field) => form.register(`variants.${index}.${field}`)}
          errorOf={(index, field) => errors.variants?.[index]?.[field]?.message}
          error={errors.variants?.root?.message ?? errors.variants?.message}
          onAdd={() => list.append(newChoice(variants), { shouldFocus: false })}
          onMove={list.move}
          onRemove={remove}
        />
      ) : null}
    </div>
  );

  function inMoney(typed: string): string {
    const read = readAmount(typed, money);
    return 'amount' in read ? formatMoney(read.amount, money) : typed;
  }
}
