import { CHOICE_NAME_MAX } from '@tavola/contracts/choices.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { sizeNamesError } from '../../../lib/options/size-names.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';

interface SizeNamesProps {
  dish: string;
  names: readonly string[];
  prices: readonly number[];
  money: OwnMoney;
  onNames: (names: readonly string[]) => void;
}

/** How the sizes of a dish are called, each by its price. */
export function SizeNames({ dish, names, prices, money, onNames }: SizeNamesProps) {
  const error = sizeNamesError(names);
  return (
    <fieldset aria-label={`Sizes of ${dish}`} className="flex flex-wrap gap-3">
      {names.map((name, at) => (
        <FormField
          key={prices[at]}
          className="w-32"
          error={at === names.length - 1 ? error : undefined}
          label={
            <>
              Size for <span className="figures">{formatMoney(prices[at] ?? 0, money)}</span>
            </>
          }
        >
          <Input
            dir="auto"
            autoComplete="off"
            maxLength={CHOICE_NAME_MAX}
            value={name}
            onChange={({ target }) => onNames(names.with(at, target.value))}
          />
        </FormField>
      ))}
    </fieldset>
  );
}
