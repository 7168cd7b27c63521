import { zodResolver } from '@hookform/resolvers/zod';
import { memberRole, type Tenant } from '@tavola/contracts/auth.ts';
import { email } from '@tavola/contracts/fields.ts';
import type { NewInvitation } from '@tavola/contracts/team.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { useInvite, useTeam } from '../api.ts';
import { QrPicture } from './qr-picture.tsx';
import { RoleField, roleInput } from './role-field.tsx';

const schema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('mail'), email, role: memberRole, mayDeclare: z.boolean() }),
  z.object({ way: z.literal('code'), email: z.string(), role: memberRole, mayDeclare: z.boolean() }),
]);

interface InviteDialogProps {
  open: boolean;
  /** The restaurant, once it is known. */
  tenant: Tenant | undefined;
  onClose: () => void;
}

/** Invites somebody: by mail, or by a code on this screen. Give it a new `key` each time it opens. */
export function InviteDialog({ open, tenant, onClose }: InviteDialogProps) {
  const invite = useInvite();
  const [made, setMade] = useState<NewInvitation>();
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { way: 'mail', email: '', role: 'staff', mayDeclare: false },
  });
  const { errors } = form.formState;
  const [way, role, mayDeclare] = useWatch({ control: form.control, name: ['way', 'role', 'mayDeclare'] });
  const dialog = useFormDialog(form, { open: open && !made, busy: invite.isPending, draft: 'invite', onClose });

  const submit = form.handleSubmit(async (values) => {
    const isMail = values.way === 'mail';
    let invitation: NewInvitation;
    try {
      invitation = await withFormDisabled(dialog.formId, () =>
        invite.mutateAsync({ ...roleInput(values), ...(isMail && { email: values.email }) }),
      );
    } catch (error) {
      applyServerErrors(form, error, { conflict: 'email' });
      toastInServersWords(error, 'Not invited', 'Please try again.');
      return;
    }
    if (!isMail) return setMade(invitation);
    dialog.saved();
    toast({ title: 'Invitation sent', description: values.email });
  });

  if (made?.link) return <CodeDialog open={open} invitation={made} link={made.link} {...{ tenant, onClose }} />;
  return (
    <FormDialog
      dialog={dialog}
      title="Invite to your team"
      size="sm"
      submitLabel={way === 'mail' ? 'Send Invitation' : 'Show Code'}
      busyLabel={way === 'mail' ? 'Sending...' : 'Creating...'}
      onSubmit={submit}
    >
      <RoleField
        role={role}
        mayDeclare={mayDeclare}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change)) {
            form.setValue(name as 'role', value as typeof role, { shouldDirty: true });
          }
        }}
      />
      <div className="flex flex-col gap-2">
        <p aria-hidden className="text-sm font-semibold">
          How
        </p>
        <Segmented<typeof way>
          label="How"
          value={way}
          options={[
            { value: 'mail', label: 'By email' },
            { value: 'code', label: 'Show a code' },
          ]}
          onValueChange={(next) => form.setValue('way', next, { shouldDirty: true })}
        />
      </div>
      {way === 'mail' ? (
        <FormField
          label="Email"
          error={errors.email?.message}
          hint={!errors.email && 'Only this address can accept.'}
          required
        >
          <Input type="email" autoComplete="off" inputMode="email" {...form.register('email')} />
        </FormField>
      ) : (
        <p className="text-sm text-ink-muted">
          They scan it with their phone. Whoever accepts first joins, so show it to them alone.
        </p>
      )}
    </FormDialog>
  );
}

interface CodeDialogProps extends InviteDialogProps {
  invitation: NewInvitation;
  link: string;
}

/** How often is looked whether somebody has joined by the code, in milliseconds. */
const LOOK_MS = 2_000;

/** The code of an invitation, as large as a phone allows: another phone is held to it. It shows once, until somebody has joined by it. */
function CodeDialog({ open, tenant, invitation: { id, role, expiresAt }, link, onClose }: CodeDialogProps) {
  const team = useTeam({ everyMs: open ? LOOK_MS : undefined }).data;
  const isListed = team?.invitations.some((one) => one.id === id);
  const [wasListed, setListed] = useState(false);
  if (isListed && !wasListed) setListed(true);
  const isOver = wasListed && isListed === false;
  const by = team?.accepted?.find((one) => one.id === id)?.userId;
  const joined = team?.members.find(({ userId }) => userId === by);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={tenant ? <bdi className="wrap-anywhere">{tenant.name}</bdi> : 'Join the team'}
      description={
        !isOver &&
        `Scan to join as ${ROLE_WORDS[role].as}. Works once, until ${formatDay(expiresAt, tenant?.timeZone)}.`
      }
      size="sm"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {isOver ? (
        <p role="status" className="flex items-center gap-2">
          <Check aria-hidden className="size-4 shrink-0 text-brand" />
          <span className="min-w-0 wrap-anywhere">
            {joined ? (
              <>
                <bdi className="font-semibold">{joined.name}</bdi> joined as {ROLE_WORDS[role].as}.
              </>
            ) : (
              'This invitation is no longer open.'
            )}
          </span>
        </p>
      ) : (
        <div className="flex flex-col gap-5">
          <QrPicture
            text={link}
            label="QR code of the invitation"
            className="w-full max-w-[clamp(11rem,38dvh,20rem)] self-center rounded-control border border-line"
          />
          <div className="flex flex-col gap-2">
            <p className="text-sm text-ink-muted">Or send them the link. It shows only now.</p>
            <CopyField label="Invitation link" value={link} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
