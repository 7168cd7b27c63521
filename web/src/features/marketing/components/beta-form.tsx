import { zodResolver } from '@hookform/resolvers/zod';
import { type BetaApplicationInput, betaApplicationInput } from '@tavola/contracts/admin.ts';
import { useId } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useBetaSignup } from '../api.ts';

/** The form's values: strings, empty if left out. */
type Fields = z.input<typeof betaApplicationInput>;

const EMPTY: Fields = {
  companyName: '',
  contactName: '',
  email: '',
  phone: '',
  restaurantType: '',
  estimatedTables: '',
};
const REQUIRED = ['companyName', 'contactName', 'email'] as const;

/** What to suggest after a failure: "try again" is no help to a rate-limited visitor. */
function whatToDo(error: unknown): string {
  const said = 'Please try again or contact us directly.';
  return error instanceof ApiError && error.code === 'too-many-requests' ? errorText(error, said) : said;
}

/** The beta application form (spec §2, §5). */
export function BetaForm({ isWaitlist }: { isWaitlist: boolean }) {
  const formId = useId();
  const signup = useBetaSignup();
  const form = useForm<Fields, unknown, BetaApplicationInput>({
    resolver: zodResolver(betaApplicationInput),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;

  const refuse = (_errors: FieldErrors<Fields>) => {
    // An invalid e-mail address is reported at its field; only an empty field is "missing".
    if (!REQUIRED.some((name) => form.getValues(name).trim() === '')) return;
    toastError('Missing Information', 'Please fill in all required fields.');
  };

  const submit = form.handleSubmit(async (application) => {
    try {
      await withFormDisabled(formId, () => signup.mutateAsync(application));
    } catch (error) {
      applyServerErrors(form, error);
      toastError('Submission Failed', whatToDo(error));
      return;
    }
    form.reset(EMPTY);
    toast({
      title: 'Application Submitted! 🎉',
      description: "We'll review your application and get back to you within 48 hours.",
    });
  }, refuse);

  return (
    <form id={formId} onSubmit={submit} noValidate aria-labelledby="apply" className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Company Name" error={errors.companyName?.message} required className="sm:col-span-2">
          <Input autoComplete="organization" {...form.register('companyName')} />
        </FormField>
        <FormField label="Contact Name" error={errors.contactName?.message} required>
          <Input autoComplete="name" {...form.register('contactName')} />
        </FormField>
        <FormField label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
        </FormField>
        <FormField label="Phone" error={errors.phone?.message} optional>
          <Input type="tel" autoComplete="tel" {...form.register('phone')} />
        </FormField>
        <FormField label="Number of Tables" error={errors.estimatedTables?.message} optional>
          <Input placeholder="About 20" autoComplete="off" {...form.register('estimatedTables')} />
        </FormField>
        <FormField label="Restaurant Type" error={errors.restaurantType?.message} optional className="sm:col-span-2">
          <Input placeholder="Café, trattoria, food truck…" autoComplete="off" {...form.register('restaurantType')} />
        </FormField>
      </div>
      <Button type="submit" size="lg" busy={signup.isPending}>
        {signup.isPending ? 'Submitting Application...' : isWaitlist ? 'Join the Waitlist' : 'Apply for the Beta'}
      </Button>
      <p className="text-center text-sm text-ink-muted">We answer every application within 48 hours.</p>
    </form>
  );
}
