import type { Member } from '@tavola/contracts/team.ts';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useChangeMember } from '../api.ts';
import { RoleField, type RoleValues, roleInput } from './role-field.tsx';

interface RoleDialogProps {
  open: boolean;
  member: Member;
  /** Whether it is the signed-in user. */
  isMe: boolean;
  onClose: () => void;
}

/** Changes a member's role. Give it a new `key` each time it opens. */
export function RoleDialog({ open, member, isMe, onClose }: RoleDialogProps) {
  const { userId, name, role, mayDeclare } = member;
  const change = useChangeMember();
  const form = useForm<RoleValues>({ defaultValues: { role, mayDeclare } });
  const values = form.watch();
  const dialog = useFormDialog(form, { open, busy: change.isPending, draft: `role:${userId}`, onClose });

  const submit = form.handleSubmit(async (values) => {
    try {
      await withFormDisabled(dialog.formId, () => change.mutateAsync({ userId, ...roleInput(values) }));
    } catch (error) {
      toastInServersWords(error, 'Role not changed', 'Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: 'Role changed', description: `${name}: ${ROLE_WORDS[values.role].label}` });
  });

  return (
    <FormDialog
      dialog={dialog}
      title="Change Role"
      description={
        isMe ? (
          "Your own role. You'll be signed out of this restaurant, and only another owner can give it back."
        ) : (
          <>
            <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi> is signed out of this restaurant, and
            signs in again with the new role.
          </>
        )
      }
      size="sm"
      submitLabel="Change Role"
      onSubmit={submit}
    >
      <RoleField
        {...values}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change)) {
            form.setValue(name as 'role', value as typeof role, { shouldDirty: true });
          }
        }}
      />
    </FormDialog>
  );
}
