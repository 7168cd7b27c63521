import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';

interface NumberFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  optional?: boolean;
  prefix?: string | undefined;
  suffix?: string | undefined;
  /** Whether a phone's keyboard needs no decimal mark. */
  isWhole?: boolean;
}

/** A number as text, which `rule-form.ts` reads. */
export function NumberField({
  label,
  value,
  error,
  onChange,
  optional = false,
  isWhole = false,
  ...signs
}: NumberFieldProps) {
  return (
    <FormField label={label} error={error} optional={optional}>
      <Input
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        className="figures"
        value={value}
        {...signs}
        onChange={({ target }) => onChange(target.value)}
      />
    </FormField>
  );
}
