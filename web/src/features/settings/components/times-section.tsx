import type { UseFormReturn } from 'react-hook-form';
import { ErrorLine } from '../../../ui/error-line.tsx';
import type { HoursValues, TimesWords } from '../hours-form.ts';
import { TimesFields } from './times-fields.tsx';

interface TimesSectionProps {
  /** The form, of which the fields of times are a part. */
  form: unknown;
  formId: string;
  /** Today's date, such as '2026-12-24'. */
  today: string;
  words: TimesWords;
  /** Most special days. */
  specialMax?: number;
  /** Whether it was submitted without any time. Its message has the id `${formId}-times`, for the focus. */
  isMissing: boolean;
}

/** The times of a dialog's form, under a heading, with what is wrong where there are none. */
export function TimesSection({ form, formId, isMissing, ...fields }: TimesSectionProps) {
  return (
    <section aria-labelledby={`${formId}-week`} className="flex flex-col gap-1">
      <h3 id={`${formId}-week`} className="display text-lg">
        Times
      </h3>
      {isMissing && (
        <ErrorLine id={`${formId}-times`} role="alert" tabIndex={-1}>
          Add at least one time.
        </ErrorLine>
      )}
      <div className="flex flex-col gap-7">
        <TimesFields form={form as UseFormReturn<HoursValues>} {...fields} />
      </div>
    </section>
  );
}
