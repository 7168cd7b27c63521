import { Controller } from 'react-hook-form';
import { ColorPicker } from '../../../ui/color-picker.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import type { SettingsFormApi } from '../settings-values.ts';
import { ThemeSwatches } from './theme-swatches.tsx';

/** The theme color: typed, picked, or one of those that are suggested. */
export function ThemeColorField({ form, value }: { form: SettingsFormApi; value: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Controller
        control={form.control}
        name="themeColor"
        render={({ field, fieldState }) => (
          <>
            <FormField label="Theme Color" error={fieldState.error?.message}>
              <ColorPicker ref={field.ref} value={value} onChange={field.onChange} onBlur={field.onBlur} />
            </FormField>
            <ThemeSwatches value={value} onChange={field.onChange} />
          </>
        )}
      />
    </div>
  );
}
