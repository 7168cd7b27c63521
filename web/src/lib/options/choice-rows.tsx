import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { FieldContext } from '../../ui/field-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { PriceInput } from '../../ui/price-input.tsx';
import { SortHandle } from '../../ui/sort-handle.tsx';
import { Sortable } from '../../ui/sortable.tsx';
import { useSortableRow } from '../../ui/sorting-context.ts';
import type { OwnMoney } from '../money/own-money.ts';
import { type ChoiceValues, moveBetween } from './choice-form.ts';

interface ChoiceRowsProps {
  /** What one row is, as in "Size 2": 'Size' or 'Option'. */
  kind: string;
  /** The heading above the prices. */
  priceLabel: string;
  /** The form's rows as they are now. */
  rows: readonly ChoiceValues[];
  /** How many there are at least, and at most. */
  least: number;
  most: number;
  money: OwnMoney;
  register: (index: number, field: 'name' | 'price') => UseFormRegisterReturn;
  errorOf: (index: number, field: 'name' | 'price') => string | undefined;
  /** An error about all of them. */
  error: string | undefined;
  onAdd: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** Below a row's name and price. */
  renderMore?: (index: number) => ReactNode;
}

/** Names with prices in an order, as text inputs: the sizes of a dish, or the options of a group. */
export function ChoiceRows({
  kind,
  priceLabel,
  rows,
  least,
  most,
  onAdd,
  onMove,
  onRemove,
  error,
  ...row
}: ChoiceRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const nameOf = (index: number) => rows[index]?.name.trim() || `${kind} ${index + 1}`;
  const entries = rows.map(({ key }, index) => ({ id: key, name: nameOf(index) }));
  const add = () => {
    flushSync(onAdd);
    const names = list.current?.querySelectorAll<HTMLInputElement>('input[data-name]');
    names?.item(names.length - 1)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => onRemove(index));
    addButton.current?.focus();
  };
  return (
    <div className="flex flex-col gap-2.5">
      <div aria-hidden className="flex gap-2 text-sm font-semibold">
        <span className={cn('flex-1', rows.length > 1 && 'ps-8')}>{kind}</span>
        <span className="w-28 sm:w-32">{priceLabel}</span>
        <span className="w-7" />
      </div>
      <Sortable
        entries={entries}
        onMove={(before, after) => {
          const moved = moveBetween(before, after);
          if (moved) onMove(...moved);
        }}
      >
        {(ordered) => (
          <ul ref={list} className="flex flex-col gap-3">
            {ordered.map(({ id }) => {
              const index = rows.findIndex(({ key }) => key === id);
              return (
                <ChoiceRow
                  key={id}
                  id={id}
                  index={index}
                  name={nameOf(index)}
                  kind={kind}
                  priceLabel={priceLabel}
                  isAvailable={rows[index]?.isAvailable ?? true}
                  hasHandle={rows.length > 1}
                  onRemove={rows.length > least ? () => remove(index) : undefined}
                  {...row}
                />
              );
            })}
          </ul>
        )}
      </Sortable>
      {error && <ErrorLine role="alert">{error}</ErrorLine>}
      {rows.length < most && (
        <Button ref={addButton} variant="secondary" className="self-start max-sm:w-full" onClick={add}>
          <Plus aria-hidden />
          Add {kind === 'Option' ? 'an Option' : `a ${kind}`}
        </Button>
      )}
    </div>
  );
}

interface ChoiceRowProps
  extends Pick<ChoiceRowsProps, 'kind' | 'priceLabel' | 'money' | 'register' | 'errorOf' | 'renderMore'> {
  id: number;
  index: number;
  name: string;
  isAvailable: boolean;
  /** Whether a handle stands before its name. */
  hasHandle: boolean;
  /** Undefined where there must not be fewer. */
  onRemove: (() => void) | undefined;
}

function ChoiceRow({
  id,
  index,
  name,
  kind,
  priceLabel,
  isAvailable,
  hasHandle,
  money,
  register,
  errorOf,
  renderMore,
  onRemove,
}: ChoiceRowProps) {
  const { row, grip } = useSortableRow(id);
  const errorId = useId();
  const errors = [errorOf(index, 'name'), errorOf(index, 'price')];
  const shown = errors.filter(Boolean).join(' ');
  const wiring = (error: string | undefined, required: boolean) => ({
    id: `${errorId}-${required}`,
    describedBy: error && errorId,
    invalid: error !== undefined,
    required,
  });
  return (
    <li {...row} className={cn('-mx-2 -my-1.5 flex flex-col gap-1.5 rounded-control px-2 py-1.5', row.className)}>
      <div className="flex items-center gap-2">
        <SortHandle id={id} name={name} grip={grip} className="-ms-2.5 -me-2.5" />
        <FieldContext value={wiring(errors[0], true)}>
          <div className="min-w-0 flex-1">
            <Input
              aria-label={`${kind} ${index + 1}, name`}
              data-name=""
              autoComplete="off"
              dir="auto"
              {...register(index, 'name')}
            />
          </div>
        </FieldContext>
        <FieldContext value={wiring(errors[1], false)}>
          <div className="w-28 shrink-0 sm:w-32">
            <PriceInput
              money={money}
              aria-label={`${kind} ${index + 1}, ${priceLabel.toLowerCase()}`}
              {...register(index, 'price')}
            />
          </div>
        </FieldContext>
        <IconButton
          label={`Remove ${name}`}
          disabled={!onRemove}
          onClick={onRemove}
          className={cn('-me-2 w-9', !onRemove && 'invisible')}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {shown && (
        <ErrorLine id={errorId} className={hasHandle ? 'ps-8' : undefined}>
          {shown}
        </ErrorLine>
      )}
      {(renderMore || !isAvailable) && (
        <div className={cn('flex flex-wrap items-center gap-x-4 text-sm', hasHandle && 'ps-8')}>
          {renderMore?.(index)}
          {!isAvailable && <span className="font-medium text-tomato-ink">Out of Stock</span>}
        </div>
      )}
    </li>
  );
}
