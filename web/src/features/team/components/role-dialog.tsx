import type { Member } from '@tavola/contracts/team.ts';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeMember } from '../api.ts';
import { RoleField, type RoleValues, roleInput } from './role-field.tsx';

const LABELS: Readonly<Record<keyof RoleValues, string>> = { role: 'Role', mayDeclare: 'May declare allergens' };

const toValues = ({ role, mayDeclare }: Member): RoleValues => ({ role, mayDeclare });

interface RoleDialogProps {
  open: boolean;
  member: Member;
  /** Whether it is the signed-in user. */
  isMe: boolean;
  onClose: () => void;
}

/** Changes a member's role. Give it a new `key` each time it opens. */
export function RoleDialog({ open, member, isMe, onClose }: RoleDialogProps) {
  const { userId, name } = member;
  const change = useChangeMember();
  const form = useForm<RoleValues>({ defaultValues: toValues(member) });
  const shared = useOptimisticLock(form, member, toValues);
  const values = form.watch();
  const dialog = useFormDialog(form, {
    open,
    busy: change.isPending,
    draft: `role:${userId}`,
    about: shared,
    onClose,
  });

  const submit = form.handleSubmit(async (values) => {
    try {
      await withFormDisabled(dialog.formId, () =>
        change.mutateAsync({ userId, tag: shared.tag, ...roleInput(values) }),
      );
    } catch (error) {
      if (shared.isStale(error)) return;
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
      {shared.stale && (
        <ChangedMeanwhile
          key={shared.stale.refusals}
          changes={changesInWords(shared.stale.changes, LABELS, { role: (now) => ROLE_WORDS[now].label })}
          busy={change.isPending}
          onTakeTheirs={shared.takeTheirs}
          onKeepMine={() => void shared.keepMine().then(() => submit())}
        />
      )}
      <RoleField
        {...values}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change)) {
            form.setValue(name as 'role', value as RoleValues['role'], { shouldDirty: true });
          }
        }}
      />
    </FormDialog>
  );
}
