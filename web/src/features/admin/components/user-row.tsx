import type { FoundUser } from '@tavola/contracts/admin.ts';
import type { User } from '@tavola/contracts/auth.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { formatDay, namesAndMore } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Initial } from '../../../ui/initial.tsx';
import { rowClass } from './row-class.ts';
import { RowMenu } from './row-menu.tsx';
import { Standing } from './standing.tsx';
import type { StatusSubject } from './status-dialog.tsx';

interface UserRowProps {
  user: User & Partial<FoundUser>;
  onChangeStatus: (subject: StatusSubject) => void;
}

/** The content of a user's row: name, address, the restaurant if known, role, status and actions. */
export function UserRow({ user, onChangeStatus }: UserRowProps) {
  const me = useCurrentUser().user;
  const { id, name, email, role, isActive, restaurant, alsoIn, createdAt } = user;
  return (
    <>
      <Initial letter={firstLetter(name)} className="max-sm:hidden" />
      <div className={rowClass}>
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm wrap-anywhere text-ink-muted">{email}</p>
          {restaurant && (
            <p className="text-sm wrap-anywhere text-ink-muted">
              <bdi>{namesAndMore([restaurant.name, ...(alsoIn?.names ?? [])], alsoIn?.more ?? 0)}</bdi>
            </p>
          )}
          {createdAt && <p className="text-sm text-ink-muted">Joined {formatDay(createdAt)}</p>}
          {restaurant?.deleteAt && (
            <p className="text-sm text-ink-muted">To be deleted on {formatDay(restaurant.deleteAt)}</p>
          )}
        </div>
        <div className="flex items-center gap-4">
          <Badge tone={role === 'admin' ? 'notice' : 'outline'}>
            <span className="capitalize">{role}</span>
          </Badge>
          <Standing isActive={isActive && !restaurant?.deleteAt} />
        </div>
      </div>
      <RowMenu
        subject={{ what: 'users', id, name, isActive }}
        refusal={id === me?.id ? "You can't suspend yourself." : undefined}
        onChangeStatus={onChangeStatus}
      />
    </>
  );
}
