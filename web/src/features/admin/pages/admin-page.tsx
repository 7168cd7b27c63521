import type { AdminStats } from '@tavola/contracts/admin.ts';
import { Store, Users, UtensilsCrossed } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { useAdminStats, useRecentTenants, useRecentUsers } from '../api.ts';
import { FigureCard, FigureWaiting } from '../components/figure-card.tsx';
import { RecentList } from '../components/recent-list.tsx';
import { StatusDialog, type StatusSubject } from '../components/status-dialog.tsx';
import { SystemStatusCard } from '../components/system-status-card.tsx';
import { TenantRow } from '../components/tenant-row.tsx';
import { UserRow } from '../components/user-row.tsx';

const FIGURES = [
  { key: 'totalTenants', label: 'Total Tenants', note: 'Active restaurants', icon: <Store /> },
  { key: 'totalUsers', label: 'Total Users', note: 'Platform users', icon: <Users /> },
  { key: 'totalMenuItems', label: 'Total Menu Items', note: 'Across all restaurants', icon: <UtensilsCrossed /> },
] as const satisfies readonly { key: keyof AdminStats; [rest: string]: unknown }[];

/** The platform operator's overview (spec §2). */
export function AdminPage() {
  useDocumentTitle('Admin Dashboard');
  const stats = useAdminStats();
  const statsError = useErrorText(stats.error, 'Check your connection and try again.');
  const tenants = useRecentTenants();
  const users = useRecentUsers();
  const statusDialog = useDialogState<StatusSubject>();

  return (
    <>
      <PageHeader title="Admin Dashboard" description="All restaurants and the people who run them." />
      <div className="flex flex-col gap-6">
        {(stats.isError || hasFailed(stats)) && (
          <RetryAlert title="Couldn't load the statistics" query={stats}>
            {statsError}
          </RetryAlert>
        )}
        <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          {FIGURES.map(({ key, label, note, icon }) => (
            <FigureCard key={key} label={label} note={note} icon={icon}>
              {stats.data ? (
                <Figure value={stats.data[key]} />
              ) : hasFailed(stats) ? (
                <Figure value={null} />
              ) : (
                <FigureWaiting />
              )}
            </FigureCard>
          ))}
          <SystemStatusCard />
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <RecentList
            title="Recent Tenants"
            query={tenants}
            icon={<Store />}
            emptyText="No tenants found"
            all={{ href: '/admin/restaurants', label: 'All restaurants' }}
          >
            {(tenant) => <TenantRow tenant={tenant} onChangeStatus={statusDialog.show} />}
          </RecentList>
          <RecentList
            title="Recent Users"
            query={users}
            icon={<Users />}
            emptyText="No users found"
            all={{ href: '/admin/users', label: 'All users' }}
          >
            {(user) => <UserRow user={user} onChangeStatus={statusDialog.show} />}
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
