import type { AuditSubjectKind } from '@tavola/contracts/admin.ts';
import { Ban, Ellipsis, ImageOff, RotateCcw, ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { StatusSubject } from './status-dialog.tsx';

const KINDS = { tenants: 'tenant', users: 'user' } as const satisfies Record<string, AuditSubjectKind>;

interface RowMenuProps {
  subject: StatusSubject;
  /** Why the current user can't suspend it, if so. */
  refusal?: string | undefined;
  onChangeStatus: (subject: StatusSubject) => void;
  /** Opens the dialog that removes a picture; a user has none. */
  onRemovePicture?: () => void;
}

/** Admin actions on a restaurant or a user. */
export function RowMenu({ subject, refusal, onChangeStatus, onRemovePicture }: RowMenuProps) {
  const { what, id, name, isActive } = subject;
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`More about ${name}`} className="-me-2.5">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {isActive && refusal ? (
        <MenuLabel className="max-w-64">{refusal}</MenuLabel>
      ) : (
        <MenuItem tone={isActive ? 'destructive' : 'neutral'} onSelect={() => onChangeStatus(subject)}>
          {isActive ? <Ban aria-hidden /> : <RotateCcw aria-hidden />}
          {isActive ? 'Suspend' : 'Restore'}
        </MenuItem>
      )}
      {onRemovePicture && (
        <MenuItem tone="destructive" onSelect={onRemovePicture}>
          <ImageOff aria-hidden /> Remove Picture
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem asChild>
        <Link href={auditPath(KINDS[what], id)}>
          <ScrollText aria-hidden /> Audit Log
        </Link>
      </MenuItem>
    </DropdownMenu>
  );
}

/** The address of the audit log for one subject. */
const auditPath = (kind: AuditSubjectKind, subjectId: string): string =>
  `/admin/audit?${new URLSearchParams({ kind, subjectId })}`;
