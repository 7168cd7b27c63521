import type { AdminStats } from '@tavola/contracts/admin.ts';
import { ExternalLink, Store, Users, UtensilsCrossed } from 'lucide-react';
import { errorText } from '../../../lib/api.ts';
import { useDialogState } from '../../../lib/dialog-state.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { firstLetter, formatCount, formatDay } from '../../../lib/format.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Initial } from '../../../ui/initial.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useAdminStats, useRecentTenants, useRecentUsers } from '../api.ts';
import { FigureCard, FigureWaiting } from '../components/figure-card.tsx';
import { RecentList } from '../components/recent-list.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { Standing } from '../components/standing.tsx';
import { StatusDialog, type StatusSubject } from '../components/status-dialog.tsx';
import { SystemStatusCard } from '../components/system-status-card.tsx';

const FIGURES = [
  { key: 'totalTenants', label: 'Total Tenants', note: 'Active restaurants', icon: <Store /> },
  { key: 'totalUsers', label: 'Total Users', note: 'Platform users', icon: <Users /> },
  { key: 'totalMenuItems', label: 'Total Menu Items', note: 'Across all restaurants', icon: <UtensilsCrossed /> },
] as const satisfies readonly { key: keyof AdminStats; [rest: string]: unknown }[];

/** The name, with the status next to it (below it on a phone). */
const rowClass = 'flex min-w-0 flex-1 gap-x-4 gap-y-1.5 max-sm:flex-col sm:items-center';

/** The platform operator's overview (spec §2). */
export function AdminPage() {
  useDocumentTitle('Admin Dashboard');
  const stats = useAdminStats();
  const tenants = useRecentTenants();
  const users = useRecentUsers();
  const me = useCurrentUser().user;
  const statusDialog = useDialogState<StatusSubject>();

  return (
    <>
      <PageHeader title="Admin Dashboard" description="All restaurants and the people who run them." />
      <div className="flex flex-col gap-6">
        {stats.isError && (
          <Alert
            title="The figures could not be loaded."
            action={
              <Button variant="secondary" size="sm" busy={stats.isFetching} onClick={() => void stats.refetch()}>
                Try again
              </Button>
            }
          >
            {errorText(stats.error, 'Check your connection and try again.')}
          </Alert>
        )}
        <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          {FIGURES.map(({ key, label, note, icon }) => (
            <FigureCard key={key} label={label} note={note} icon={icon}>
              {stats.data ? (
                <Figure value={stats.data[key]} />
              ) : stats.isError ? (
                <Figure value={null} />
              ) : (
                <FigureWaiting />
              )}
            </FigureCard>
          ))}
          <SystemStatusCard />
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <RecentList title="Recent Tenants" query={tenants} icon={<Store />} emptyText="No tenants found">
            {(tenant) => (
              <>
                <Initial letter={firstLetter(tenant.name)} className="max-sm:hidden" />
                <div className={rowClass}>
                  <div className="min-w-0 flex-1">
                    <p dir="auto" className="truncate font-semibold">
                      {tenant.name}
                    </p>
                    <p className="truncate text-sm text-ink-muted">/{tenant.slug}</p>
                    {tenant.deleteAt && (
                      <p className="text-sm text-ink-muted">Offline, to be deleted on {formatDay(tenant.deleteAt)}</p>
                    )}
                  </div>
                  <div className="flex items-center gap-4">
                    <Standing isActive={tenant.isActive && !tenant.deleteAt} />
                    <Button asChild variant="link" size="sm">
                      <a href={`/menu/${tenant.slug}`} target="_blank" rel="noopener">
                        View Menu
                        <VisuallyHidden> of {tenant.name}</VisuallyHidden>
                        <ExternalLink aria-hidden className="size-4" />
                      </a>
                    </Button>
                  </div>
                </div>
                <RowMenu
                  subject={{ what: 'tenants', id: tenant.id, name: tenant.name, isActive: tenant.isActive }}
                  refusal={
                    tenant.id === me?.tenantId ? 'You can’t suspend the restaurant of your own account.' : undefined
                  }
                  onChangeStatus={statusDialog.show}
                />
              </>
            )}
          </RecentList>
          <RecentList title="Recent Users" query={users} icon={<Users />} emptyText="No users found">
            {(user) => (
              <>
                <Initial letter={firstLetter(user.name)} className="max-sm:hidden" />
                <div className={rowClass}>
                  <div className="min-w-0 flex-1">
                    <p dir="auto" className="truncate font-semibold">
                      {user.name}
                    </p>
                    <p className="truncate text-sm text-ink-muted">{user.email}</p>
                  </div>
                  <div className="flex items-center gap-4">
                    <Badge tone={user.role === 'admin' ? 'notice' : 'outline'}>{user.role}</Badge>
                    <Standing isActive={user.isActive} />
                  </div>
                </div>
                <RowMenu
                  subject={{ what: 'users', id: user.id, name: user.name, isActive: user.isActive }}
                  refusal={user.id === me?.id ? 'You can’t suspend yourself.' : undefined}
                  onChangeStatus={statusDialog.show}
                />
              </>
            )}
          </RecentList>
        </div>
      </div>
      {statusDialog.subject && (
        <StatusDialog
          key={statusDialog.key}
          open={statusDialog.open}
          subject={statusDialog.subject}
          onClose={statusDialog.close}
        />
      )}
    </>
  );
}

function Figure({ value }: { value: number | null }) {
  if (value === null) return <span className="text-lg text-ink-faint">Unavailable</span>;
  return formatCount(value);
}
