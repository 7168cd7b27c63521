import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { AddMenuTimes } from './add-menu-times.tsx';
import type { Served } from './served.ts';
import { daypartInWords } from './week-in-words.ts';

/** The choices besides some dayparts. */
type ServedOption = SelectOption & { value: Exclude<Served['mode'], 'dayparts'> };

interface ServedFieldProps<Values extends FieldValues, Output> {
  /** Of a form with the field `dayparts`. */
  control: Control<Values, unknown, Output>;
  options: readonly ServedOption[];
  /** All dayparts; `undefined` while they are not known. */
  dayparts: readonly Daypart[] | undefined;
}

/** Chooses when a category or an item is served. */
export function ServedField<Values extends FieldValues & { dayparts: Served }, Output>({
  control,
  options,
  dayparts,
}: ServedFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name: 'dayparts' as Path<Values> });
  const { ref, onChange, onBlur } = field;
  const value: Served = field.value;
  const isEmpty = dayparts?.length === 0;
  const toggle = (id: number, isChosen: boolean) => {
    // One that was deleted meanwhile can't be chosen any more.
    const kept = value.ids.filter((one) => one !== id && dayparts?.some((daypart) => daypart.id === one));
    onChange({ ...value, ids: isChosen ? [...kept, id] : kept });
  };
  return (
    <div className="flex flex-col gap-3">
      <FormField label="Served" error={fieldState.error?.message} hint={isEmpty && <AddMenuTimes />}>
        <Select
          ref={ref}
          options={[...options, { value: 'dayparts', label: 'At some menu times only', disabled: isEmpty }]}
          value={value.mode}
          onValueChange={(mode) => onChange({ ...value, mode: mode as Served['mode'] })}
          onBlur={onBlur}
        />
      </FormField>
      {value.mode === 'dayparts' && !isEmpty && (
        <fieldset className="flex flex-col gap-3.5 rounded-control border border-line bg-paper p-4">
          <legend className="sr-only">Menu times</legend>
          {dayparts ? (
            dayparts.map((daypart) => (
              <Checkbox
                key={daypart.id}
                label={<bdi className="wrap-anywhere">{daypart.name}</bdi>}
                description={[...daypartInWords(daypart), ...(daypart.isActive ? [] : ['Inactive'])].join(' · ')}
                checked={value.ids.includes(daypart.id)}
                onCheckedChange={(isChosen) => toggle(daypart.id, isChosen)}
              />
            ))
          ) : (
            <p className="text-sm text-ink-muted">Your menu times couldn't be loaded.</p>
          )}
        </fieldset>
      )}
    </div>
  );
}
