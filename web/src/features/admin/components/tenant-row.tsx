import type { FoundTenant } from '@tavola/contracts/admin.ts';
import type { PlatformTenant } from '@tavola/contracts/auth.ts';
import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { formatDay, namesAndMore } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Initial } from '../../../ui/initial.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { RemovePictureDialog } from './remove-picture-dialog.tsx';
import { rowClass } from './row-class.ts';
import { RowMenu } from './row-menu.tsx';
import { Standing } from './standing.tsx';
import type { StatusSubject } from './status-dialog.tsx';

interface TenantRowProps {
  tenant: PlatformTenant & Partial<FoundTenant>;
  onChangeStatus: (subject: StatusSubject) => void;
}

/** The content of a restaurant's row: name, slug, its users' addresses if known, status and actions. */
export function TenantRow({ tenant, onChangeStatus }: TenantRowProps) {
  const me = useCurrentUser().user;
  const { id, name, slug, isActive, deleteAt, createdAt, emails = [], moreEmails = 0 } = tenant;
  const pictureDialog = useDialogState<{ id: string; name: string }>();
  return (
    <>
      <Initial letter={firstLetter(name)} className="max-sm:hidden" />
      <div className={rowClass}>
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <Link href={`/admin/restaurant?id=${id}`} className="underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </p>
          <p className="text-sm wrap-anywhere text-ink-muted">/{slug}</p>
          {emails.length > 0 && (
            <p className="text-sm wrap-anywhere text-ink-muted">{namesAndMore(emails, moreEmails)}</p>
          )}
          {createdAt && <p className="text-sm text-ink-muted">Joined {formatDay(createdAt)}</p>}
          {deleteAt && <p className="text-sm text-ink-muted">Offline, to be deleted on {formatDay(deleteAt)}</p>}
        </div>
        <div className="flex items-center gap-4">
          <Standing isActive={isActive && !deleteAt} />
          <Button asChild variant="link" size="sm">
            <a href={`/menu/${slug}`} target="_blank" rel="noopener">
              View Menu
              <VisuallyHidden> of {name}</VisuallyHidden>
              <ExternalLink aria-hidden className="size-4" />
            </a>
          </Button>
        </div>
      </div>
      <RowMenu
        subject={{ what: 'tenants', id, name, isActive }}
        refusal={id === me?.tenantId ? "You can't suspend your own restaurant." : undefined}
        onChangeStatus={onChangeStatus}
        onRemovePicture={() => pictureDialog.show({ id, name })}
      />
      {pictureDialog.subject && (
        <RemovePictureDialog
          key={pictureDialog.key}
          open={pictureDialog.open}
          restaurant={pictureDialog.subject}
          onClose={pictureDialog.close}
        />
      )}
    </>
  );
}
