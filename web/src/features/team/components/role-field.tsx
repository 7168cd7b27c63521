import { MEMBER_ROLES, type MemberRole } from '@tavola/contracts/permissions.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Segmented } from '../../../ui/segmented.tsx';

/** The fields of a role. Only staff are asked whether they may declare allergens: the others always may. */
export interface RoleValues {
  role: MemberRole;
  mayDeclare: boolean;
}

interface RoleFieldProps extends RoleValues {
  onChange: (change: Partial<RoleValues>) => void;
}

const OPTIONS = MEMBER_ROLES.toReversed().map((value) => ({ value, label: ROLE_WORDS[value].label }));

/** Chooses a role, and says what it may do. */
export function RoleField({ role, mayDeclare, onChange }: RoleFieldProps) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <p aria-hidden className="text-sm font-semibold">
          Role
        </p>
        <Segmented<MemberRole>
          label="Role"
          value={role}
          options={OPTIONS}
          onValueChange={(next) => onChange({ role: next })}
        />
        <p role="status" className="text-sm text-ink-muted">
          {ROLE_WORDS[role].does}
        </p>
      </div>
      {role === 'staff' && (
        <Checkbox
          label="May declare allergens"
          description="For a chef who knows what is in each dish."
          checked={mayDeclare}
          onCheckedChange={(next) => onChange({ mayDeclare: next })}
        />
      )}
    </>
  );
}

/** The values as a request has them. */
export const roleInput = ({ role, mayDeclare }: RoleValues) => ({ role, mayDeclare: role === 'staff' && mayDeclare });
