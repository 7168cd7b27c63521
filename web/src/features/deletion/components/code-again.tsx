import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/http/api.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useTwoFactor } from '../api.ts';

/** Whether a code is required beside the password. Call `noteRefusal` with each refusal, before it is shown at its field. */
export function useCodeAgain(): { isAsked: boolean; noteRefusal: (error: unknown) => void } {
  const twoFactor = useTwoFactor();
  // If two-factor failed to load or was turned on meanwhile, the server's refusal reveals it.
  const [isRefused, setRefused] = useState(false);
  return {
    isAsked: twoFactor.data?.isOn || isRefused,
    // Rendered synchronously, so that the field can be focused.
    noteRefusal: (error) => flushSync(() => setRefused((already) => already || namesCode(error))),
  };
}

/** The code of the authenticator app. */
export const CodeField = ({ error, field }: { error: string | undefined; field: UseFormRegisterReturn }) => (
  <FormField label="Code" error={error} hint="From your authenticator app." required>
    <Input inputMode="numeric" autoComplete="one-time-code" dir="ltr" {...field} />
  </FormField>
);

const namesCode = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field === 'code');
