import { zodResolver } from '@hookform/resolvers/zod';
import { type SignupInput, signupInput } from '@tavola/contracts/auth.ts';
import { PASSWORD_MIN_LENGTH, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import type { z } from 'zod';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { NameAndUrlFields } from '../../../lib/forms/name-and-url-fields.tsx';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { useSite } from '../../../lib/http/use-site.ts';
import { currencyGroups, currencyName, deviceCurrency } from '../../../lib/money/currency-options.ts';
import { loginPath } from '../../../lib/session/session.ts';
import { slugOfName } from '../../../lib/text/slug-of-name.ts';
import { deviceTimeZone } from '../../../lib/times/time-zones.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useSignup } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';
import { invitedApplicant } from '../invited-applicant.ts';

const schema = signupInput();

/** Signup (spec §2): the account and its restaurant in one step. */
export function SignupPage() {
  useDocumentTitle('Sign Up');
  const search = useSearch();
  const signup = useSignup();
  const [invited] = useState(invitedApplicant);
  const form = useForm<z.input<typeof schema>, unknown, SignupInput>({
    resolver: zodResolver(schema),
    defaultValues: {
      ...invited,
      password: '',
      slug: slugOfName(invited.restaurantName),
      currency: deviceCurrency(),
    },
  });
  const [choosesCurrency, setChoosesCurrency] = useState(false);
  const [currencies] = useState(() => currencyGroups(deviceCurrency()));
  const { errors, isSubmitted } = form.formState;
  const [restaurantName, slug] = useWatch({ control: form.control, name: ['restaurantName', 'slug'] });

  const isKnown = signup.error instanceof ApiError && signup.error.code === 'email-taken';

  const submit = form.handleSubmit(async (values) => {
    try {
      const { currency, ...account } = values;
      await signup.mutateAsync({
        ...account,
        timeZone: deviceTimeZone(),
        // Restaurants are in US dollars until they say otherwise.
        ...(currency !== DEFAULT_CURRENCY && { currency }),
      });
    } catch (error) {
      applyServerErrors(form, error, { 'email-taken': 'email', 'slug-taken': 'slug' });
      toastError('Signup failed', 'Please check your information and try again.');
      return;
    }
    toast({
      title: 'Account created successfully',
      description: `Welcome to ${PRODUCT_NAME}! Your restaurant is now set up.`,
    });
  });

  return (
    <AuthLayout
      title="Set your table"
      intro="Your menu online in five minutes. Free for 14 days, no credit card."
      footer={
        <>
          Already have an account?{' '}
          <Button asChild variant="link">
            <Link href={search ? `/login?${search}` : '/login'}>Sign in</Link>
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {signup.isError && <Alert>{errorText(signup.error, 'Signup failed. Please try again.')}</Alert>}
        {isKnown && (
          <Button asChild variant="secondary" className="-mt-2">
            <Link href={loginPath('/dashboard/places/new')} state={{ email: signup.variables?.email }}>
              Sign in to add another restaurant
            </Link>
          </Button>
        )}
        <FormField label="Your Name" error={errors.name?.message} required>
          <Input autoComplete="name" {...form.register('name')} />
        </FormField>
        <FormField label="Email Address" error={errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </FormField>
        <FormField
          label="Password"
          error={errors.password?.message}
          hint={!errors.password && `Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
          required
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </FormField>
        <NameAndUrlFields
          name={{
            value: restaurantName,
            error: errors.restaurantName?.message,
            autoComplete: 'organization',
            register: (options) => form.register('restaurantName', options),
          }}
          slug={{
            value: slug,
            error: errors.slug?.message,
            register: (options) => form.register('slug', options),
            set: (next) => form.setValue('slug', next, { shouldValidate: isSubmitted }),
          }}
          menu="your menu"
          example="your-restaurant"
        />
        {choosesCurrency ? (
          <FormField label="Currency" error={errors.currency?.message}>
            <GroupedSelect groups={currencies} {...form.register('currency')} />
          </FormField>
        ) : (
          <p className="text-sm text-ink-muted">
            Your prices are in {currencyName(deviceCurrency())} ({deviceCurrency()}).{' '}
            <Button variant="link" onClick={() => setChoosesCurrency(true)}>
              Change
            </Button>
          </p>
        )}
        <Button type="submit" size="lg" busy={signup.isPending}>
          {signup.isPending ? 'Creating Account...' : 'Create Account'}
        </Button>
        <Agreement />
      </form>
    </AuthLayout>
  );
}

/** The operator's terms and privacy policy, as far as there are any. */
function Agreement() {
  const { termsUrl, privacyUrl } = useSite();
  if (!termsUrl && !privacyUrl) return null;
  const to = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noreferrer" className="font-semibold underline">
      {label}
    </a>
  );
  return (
    <p className="text-sm text-ink-muted">
      {termsUrl && <>By creating an account, you agree to the {to(termsUrl, 'Terms')}. </>}
      {privacyUrl && <>How your data is used: {to(privacyUrl, 'Privacy Policy')}.</>}
    </p>
  );
}
