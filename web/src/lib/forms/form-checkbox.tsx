import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { Checkbox, type ToggleProps } from '../../ui/checkbox.tsx';

interface FormCheckboxProps<Values extends FieldValues, Output> extends Pick<ToggleProps, 'label' | 'description'> {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, boolean | undefined>;
}

/** A checkbox for a field of a form. */
export function FormCheckbox<Values extends FieldValues, Output>({
  control,
  name,
  ...words
}: FormCheckboxProps<Values, Output>) {
  const { ref, value, onChange } = useController({ control, name }).field;
  return <Checkbox ref={ref} {...words} checked={value === true} onCheckedChange={onChange} />;
}
