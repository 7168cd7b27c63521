import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { daypartNames, servedInWords } from '../../../lib/times/served.ts';
import { ServedField } from '../../../lib/times/served-field.tsx';
import type { ItemForm } from '../item-form.ts';
import { Fold } from './fold.tsx';
import { OffersFields } from './offers-fields.tsx';

interface TimesAndOffersProps {
  form: ItemForm;
  /** Whether the dish is not saved yet. */
  isNew: boolean;
  /** `undefined` while they load. */
  categories: readonly Category[] | undefined;
  /** All dayparts; `undefined` while they are not known. */
  dayparts: readonly Daypart[] | undefined;
  timeZone: string;
}

/** When a dish is served, and its prices at dayparts. Folded until one is set, or refused. */
export function TimesAndOffers({ form, isNew, categories, dayparts, timeZone }: TimesAndOffersProps) {
  const { control, formState } = form;
  const { errors } = formState;
  const [categoryId, served, offers] = useWatch({ control, name: ['categoryId', 'dayparts', 'offers'] });
  // A kept draft may set them later, and what was unfolded for them stays so without them.
  const [wasSet, noteSet] = useState(false);
  if (!wasSet && (served.mode !== 'default' || offers.length > 0)) noteSet(true);
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const category = categories?.find(({ id }) => String(id) === categoryId);
  const servedIn =
    served.mode === 'dayparts' ? served.ids : served.mode === 'default' ? (category?.dayparts ?? []) : [];
  const itsTimes = servedInWords(daypartNames(category?.dayparts ?? [], dayparts ?? []));
  return (
    <Fold
      title="Times and offers"
      isOpen={(isUnfolded ?? wasSet) || errors.dayparts !== undefined || errors.offers !== undefined}
      onToggle={setUnfolded}
    >
      <div className="flex flex-col gap-5">
        <ServedField
          control={control}
          options={[
            { value: 'default', label: category ? `Like its category: ${itsTimes}` : 'Like its category' },
            { value: 'always', label: 'All the time' },
          ]}
          dayparts={dayparts}
        />
        <OffersFields form={form} isNew={isNew} dayparts={dayparts ?? []} served={servedIn} timeZone={timeZone} />
      </div>
    </Fold>
  );
}
