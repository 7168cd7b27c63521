import { zodResolver } from '@hookform/resolvers/zod';
import { type UserChange, userChange } from '@tavola/contracts/auth.ts';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeName } from '../api.ts';

/** Changes the user's own name. */
export function NameCard({ name }: { name: string }) {
  const change = useChangeName();
  const form = useForm<UserChange>({ resolver: zodResolver(userChange), defaultValues: { name } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      const user = await change.mutateAsync(input);
      form.reset({ name: user.name });
      toast({ title: 'Name changed' });
    } catch (error) {
      applyServerErrors(form, error);
      toastInServersWords(error, 'Name not changed', 'Please try again.');
    }
  });

  return (
    <Card>
      <CardSection title="Your name" description="Guests don't see it.">
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <FormField label="Name" error={errors.name?.message} required>
            <Input autoComplete="name" dir="auto" {...form.register('name')} />
          </FormField>
          <Button type="submit" className="self-start" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change Name'}
          </Button>
        </form>
      </CardSection>
    </Card>
  );
}
