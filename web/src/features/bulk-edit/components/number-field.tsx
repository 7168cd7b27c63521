import { decimalComma } from '../../../lib/decimal-comma.ts';
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
  /** Whether it takes whole numbers only. */
  isWhole?: boolean;
}

/** A number that is not negative, as text. */
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
        type="number"
        min="0"
        step={isWhole ? '1' : 'any'}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        className="figures"
        value={value}
        {...signs}
        {...decimalComma()}
        onChange={({ target }) => onChange(target.value)}
      />
    </FormField>
  );
}
