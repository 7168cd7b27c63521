import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { ErrorLine } from './error-line.tsx';
import { FieldContext } from './field-context.ts';

interface FormFieldProps {
  label: ReactNode;
  /** The error message, as in `errors.email?.message`. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Says "(optional)" after the label. */
  optional?: boolean;
  /** At the label's right end, such as a link. */
  aside?: ReactNode;
  className?: string;
  /** One Input, Textarea, Select, ColorPicker …: it gets its id, description and validity from this field. */
  children: ReactNode;
}

/** A label, a control, its hint and its error, connected for screen readers. */
export function FormField({ label, error, hint, required, optional, aside, className, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: Boolean(required) }}>
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-sm font-semibold text-ink">
            {label}
            {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
          </label>
          {aside}
        </div>
        {children}
        {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
        {hint && (
          <div id={`${id}-hint`} className="text-sm text-ink-muted">
            {hint}
          </div>
        )}
      </div>
    </FieldContext>
  );
}
