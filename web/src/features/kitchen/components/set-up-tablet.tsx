import { zodResolver } from '@hookform/resolvers/zod';
import { deviceOf } from '@tavola/contracts/rules/device-name.ts';
import { DEVICE_DAYS, deviceInput, type NewDevice } from '@tavola/contracts/team.ts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { apiRequest, isRefusal } from '../../../lib/http/api.ts';
import { toastFailure, toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { forgetOnceKey, storedOnceKey } from '../../../lib/http/once-key.ts';
import { IDLE_MS, keepKitchenTablet } from '../../../lib/session/kitchen-tablet.ts';
import { enterRestaurant } from '../../../lib/session/session.ts';
import { getToken } from '../../../lib/session/stored-token.ts';
import { claimsOf } from '../../../lib/session/token-claims.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';

const formInput = deviceInput.extend({ again: z.string() }).refine(({ pin, again }) => pin === again, {
  path: ['again'],
  error: 'The two PINs differ.',
});

/** A button that makes this browser a kitchen tablet of `restaurant`. */
export function SetUpTablet({ restaurant }: { restaurant: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="max-sm:px-4 max-sm:text-sm" onClick={() => setOpen(true)}>
        Set Up This Tablet
      </Button>
      {isOpen && <SetUpDialog restaurant={restaurant} onClose={() => setOpen(false)} />}
    </>
  );
}

function SetUpDialog({ restaurant, onClose }: { restaurant: string; onClose: () => void }) {
  const formId = useId();
  const form = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { name: ownName(), pin: '', again: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, pin }) => {
    // If only the answer is lost, this session has ended: the next try, after a sign-in, replaces what was set up.
    const kept = `kitchen-tablet-asked:${claimsOf(getToken()).tenantId}`;
    try {
      const device = await withFormDisabled(formId, () =>
        apiRequest<NewDevice>('POST', '/api/team/devices', { name, pin }, { onceKey: storedOnceKey(kept) }),
      );
      forgetOnceKey(kept);
      const { id, key, token } = device;
      const { tenantId, sid } = claimsOf(token);
      keepKitchenTablet({ key, id, name, restaurant, tenantId: tenantId ?? undefined, sid });
      onClose();
      enterRestaurant(device);
      toast({ title: 'Tablet set up', description: 'From now on, its PIN opens the kitchen.' });
    } catch (error) {
      applyServerErrors(form, error);
      if (isRefusal(error)) toastInServersWords(error, 'Tablet not set up', 'Please try again.');
      // It may have been done, and only its answer lost.
      else
        toastFailure(error, 'Tablet may have been set up', 'Please try again, and sign in first if you are asked to.');
    }
  });

  return (
    <Dialog
      open
      // What is on its way can't be called back.
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Set up this tablet"
      description={
        <>
          Signs this browser in to <bdi>{restaurant}</bdi> as staff for {DEVICE_DAYS} days, in your name. Staff see
          what's on the menu and mark what's sold out. Your own session here ends. After {IDLE_MS / 60_000} minutes
          without a touch, the tablet asks for the PIN.
        </>
      }
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {isSubmitting ? 'Setting up...' : 'Set Up'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormField
          label="Device name"
          error={errors.name?.message}
          hint="Shown to owners, who can sign it out."
          required
        >
          <Input autoComplete="off" maxLength={60} {...form.register('name')} />
        </FormField>
        <FormField
          label="PIN"
          error={errors.pin?.message}
          hint={!errors.pin && '4 to 8 digits, for everybody in the kitchen.'}
          required
        >
          <PasswordInput inputMode="numeric" autoComplete="new-password" {...form.register('pin')} />
        </FormField>
        <FormField label="PIN again" error={errors.again?.message} required>
          <PasswordInput inputMode="numeric" autoComplete="new-password" {...form.register('again')} />
        </FormField>
      </form>
    </Dialog>
  );
}

/** This device, as its browser describes it. An iPad says that it is a Mac. */
function ownName(): string {
  const name = deviceOf(navigator.userAgent);
  return navigator.maxTouchPoints > 1 ? name.replace(/\bMac$/, 'iPad') : name;
}
