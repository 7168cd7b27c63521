import type { TenantOverview } from '@tavola/contracts/admin.ts';
import { uuid } from '@tavola/contracts/fields.ts';
import { ArrowLeft, ExternalLink, QrCode, ScanLine, UtensilsCrossed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { formatCount, formatDay } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { useAuditLog, useTenantOverview } from '../api.ts';
import { AuditList } from '../components/audit-list.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { RemovePictureDialog } from '../components/remove-picture-dialog.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { Standing } from '../components/standing.tsx';
import { StatusDialog, type StatusSubject } from '../components/status-dialog.tsx';
import { UserRow } from '../components/user-row.tsx';

/** A restaurant: its state, its use of the platform, its users, and what admins did to it. */
export function RestaurantPage() {
  const [query] = useAddressQuery();
  const id = uuid.safeParse(query.get('id')).data;
  return (
    <div className="flex flex-col gap-6">
      <Button asChild variant="link" className="self-start">
        <Link href="/admin/restaurants">
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          All Restaurants
        </Link>
      </Button>
      {id === undefined ? <UnknownRestaurant /> : <Overview key={id} id={id} />}
    </div>
  );
}

function Overview({ id }: { id: string }) {
  const query = useTenantOverview(id);
  const text = useErrorText(query.error, 'Please check your connection and try again.');
  useDocumentTitle(query.data?.tenant.name ?? 'Restaurant');
  if (hasFailed(query)) {
    return <LoadErrorCard title="Couldn't load this restaurant" description={text} query={query} />;
  }
  if (!query.data) {
    return (
      <Card className="p-5 sm:p-7">
        <LoadingRows rows={4} row="h-16" className="gap-5" />
      </Card>
    );
  }
  return <Restaurant overview={query.data} />;
}

function Restaurant({ overview }: { overview: TenantOverview }) {
  const { tenant, people, lastActiveAt, dishes, codes, scans } = overview;
  const { id, name, slug, isActive, deleteAt } = tenant;
  const me = useCurrentUser().user;
  const statusDialog = useDialogState<StatusSubject>();
  const pictureDialog = useDialogState<{ id: string; name: string }>();
  const log = useAuditLog({ kind: 'tenant', subjectId: id });
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        description={`/${slug} · Joined ${formatDay(tenant.createdAt)} · ${lastActiveAt ? `Last active ${formatDay(lastActiveAt)}` : 'Never active'}`}
        actions={
          <>
            <Button asChild variant="secondary">
              <a href={`/menu/${slug}`} target="_blank" rel="noopener">
                <ExternalLink aria-hidden />
                View Menu
              </a>
            </Button>
            <RowMenu
              subject={{ what: 'tenants', id, name, isActive }}
              refusal={id === me?.tenantId ? "You can't suspend your own restaurant." : undefined}
              onChangeStatus={statusDialog.show}
              onRemovePicture={() => pictureDialog.show({ id, name })}
            />
          </>
        }
      />
      <p className="flex flex-wrap items-center gap-3">
        {isActive ? <Standing isActive={!deleteAt} /> : <Badge tone="negative">Suspended</Badge>}
        {deleteAt && <span className="text-ink-muted">Offline, to be deleted on {formatDay(deleteAt)}</span>}
      </p>
      <div className="grid gap-2.5 min-[22.5rem]:grid-cols-3 sm:gap-4">
        <Figure label="Dishes" icon={<UtensilsCrossed />} note="On the menu" value={dishes} />
        <Figure label="Codes" icon={<QrCode />} note="In use" value={codes} />
        <Figure label="Scans" icon={<ScanLine />} note="Last 30 days" value={scans} />
      </div>
      <Card>
        <CardSection title="People">
          <ul aria-label="People" className="divide-y divide-line border-t border-line">
            {people.map((person) => (
              <li key={person.id} className="@container flex items-center gap-4 py-4">
                <UserRow user={person} onChangeStatus={statusDialog.show} />
              </li>
            ))}
          </ul>
        </CardSection>
      </Card>
      <section aria-label="Audit log" className="flex flex-col gap-4">
        <h2 className="display text-xl">Audit Log</h2>
        <AuditList log={log} />
      </section>
      {statusDialog.subject && (
        <StatusDialog
          key={`status ${statusDialog.key}`}
          open={statusDialog.open}
          subject={statusDialog.subject}
          onClose={statusDialog.close}
        />
      )}
      {pictureDialog.subject && (
        <RemovePictureDialog
          key={`picture ${pictureDialog.key}`}
          open={pictureDialog.open}
          restaurant={pictureDialog.subject}
          onClose={pictureDialog.close}
        />
      )}
    </>
  );
}

interface FigureProps {
  label: string;
  icon: ReactNode;
  note: string;
  /** null while its service does not respond. */
  value: number | null;
}

function Figure({ value, ...props }: FigureProps) {
  return (
    <FigureCard {...props} isNarrow>
      {value === null ? <span className="text-sm text-ink-muted sm:text-base">Unavailable</span> : formatCount(value)}
    </FigureCard>
  );
}

function UnknownRestaurant() {
  useDocumentTitle('Restaurant');
  return (
    <Card>
      <EmptyState title="No such restaurant" description="Choose one in the list of all restaurants." />
    </Card>
  );
}
