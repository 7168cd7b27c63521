import { FACETS } from '@tavola/contracts/facets/facets.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { isAmerican } from '@tavola/contracts/rules/american.ts';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type { TextHints } from '../../../lib/allergens/text-hints.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { SPICE_LABELS } from '../../../lib/menu/spice-labels.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { ITEM_LABELS, type ItemForm } from '../item-form.ts';
import { DietField } from './diet-field.tsx';
import { Fold } from './fold.tsx';

/** The select's value for a dish without a level: Radix reserves ''. */
const NOT_SET = 'not-set';

const SPICE_OPTIONS = [
  { value: NOT_SET, label: 'Not set' },
  ...SPICE_LABELS.map((label, level) => ({ value: String(level), label })),
];

interface MoreDetailsProps {
  form: ItemForm;
  /** The dish as it is stored; undefined for a new one. */
  item: MenuItem | undefined;
  /** What the dish's texts say. */
  hints: TextHints | undefined;
}

/** The controls of an item's facets. Folded until one is set, or refused. */
export function MoreDetails({ form, item, hints }: MoreDetailsProps) {
  const { errors } = form.formState;
  const { data: tenant } = useTenant();
  const saysCalories = tenant !== undefined && isAmerican(tenant);
  const names = Object.keys(FACETS) as (keyof typeof FACETS)[];
  const [isUnfolded, setUnfolded] = useState(() => names.some((name) => form.getValues(name).length > 0));
  const isHinted = Boolean(hints?.diets.length);
  const isOpen = (isUnfolded ?? isHinted) || names.some((name) => errors[name]);
  return (
    <Fold title="More details" isOpen={isOpen} onToggle={setUnfolded}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:items-start">
        <Controller
          control={form.control}
          name="spice"
          render={({ field }) => (
            <FormField label={ITEM_LABELS.spice} error={errors.spice?.message} optional>
              <Select
                ref={field.ref}
                options={SPICE_OPTIONS}
                value={field.value === '' ? NOT_SET : field.value}
                onValueChange={(value) => field.onChange(value === NOT_SET ? '' : value)}
                onBlur={field.onBlur}
              />
            </FormField>
          )}
        />
        <FormField
          label={saysCalories ? 'Calories' : ITEM_LABELS.energy}
          error={errors.energy?.message}
          hint={saysCalories ? 'For one serving.' : 'In kcal, for one serving.'}
          optional
        >
          <Input inputMode="numeric" autoComplete="off" className="figures" {...form.register('energy')} />
        </FormField>
        <DietField form={form} item={item} hints={hints} />
      </div>
    </Fold>
  );
}
