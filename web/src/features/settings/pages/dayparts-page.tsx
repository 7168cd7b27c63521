import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { CalendarClock, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { combineQueries, useDayparts, useTenant } from '../../../lib/http/queries.ts';
import { inOrder } from '../../../lib/http/reorder.ts';
import { useDeleteRow } from '../../../lib/http/use-delete-row.ts';
import { useNow } from '../../../lib/times/use-now.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FloatingAction } from '../../../ui/floating-action.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowsSkeleton } from '../../../ui/rows-skeleton.tsx';
import { SortHint, SortHowTo } from '../../../ui/sort-hint.tsx';
import { Sortable } from '../../../ui/sortable.tsx';
import { type DaypartsEdit, useDaypartUses, useEditDayparts } from '../api.ts';
import { DAYPART_DRAFT, DaypartDialog } from '../components/daypart-dialog.tsx';
import { DaypartRow } from '../components/daypart-row.tsx';
import { DaypartWeek } from '../components/daypart-week.tsx';
import { STARTERS, type Starter } from '../daypart-form.ts';
import { usesInWords } from '../daypart-uses.ts';

/** The daypart to edit, or what a new one begins with. */
interface DialogSubject {
  daypart?: Daypart;
  starter?: Starter;
}

/** The screen Dayparts. */
export function DaypartsPage() {
  useDocumentTitle('Menu Times');
  const tenant = useTenant();
  const list = useDayparts();
  const uses = useDaypartUses();
  const edit = useEditDayparts();
  const dialog = useDialogState<DialogSubject>();
  const now = useNow(undefined);
  const { deletingId, deleteRow } = useDeleteRow('menu time');
  const { show } = dialog;
  const dayparts = list.data?.dayparts ?? [];
  const isFull = dayparts.length >= QUOTAS.dayparts.most;

  useReopenedForm(DAYPART_DRAFT, tenant.data && list.data?.dayparts, (daypart) => show(daypart ? { daypart } : {}));

  const change = (made: DaypartsEdit) => edit.mutate({ edit: made, isShownFirst: true });

  const deleteDaypart = ({ id, name }: Daypart) =>
    deleteRow(id, <DeletionFollows name={name} uses={uses && usesInWords(uses, id)} />, async () => {
      await edit.mutateAsync({ edit: (before) => before.filter((one) => one.id !== id) });
      return { title: 'Menu time deleted', description: `${name} has been deleted.` };
    });

  return (
    <>
      <PageHeader
        title="Menu Times"
        description="Lunch, brunch, happy hour: when parts of your menu are served, or cost less."
        actions={
          <FloatingAction floats={list.data?.dayparts.length !== 0} disabled={isFull} onClick={() => show({})}>
            <Plus aria-hidden />
            Add Menu Time
          </FloatingAction>
        }
      />
      {renderBody()}
      {dialog.key > 0 && tenant.data && (
        <DaypartDialog
          key={dialog.key}
          open={dialog.open}
          daypart={dialog.subject?.daypart}
          starter={dialog.subject?.starter ?? {}}
          dayparts={dayparts}
          timeZone={tenant.data.timeZone}
          onClose={dialog.close}
        />
      )}
    </>
  );

  function renderBody() {
    const queries = combineQueries([list, tenant]);
    if (queries.isError) return <LoadErrorCard title="Couldn't load your menu times" query={queries} />;
    if (!list.data || !tenant.data) {
      return (
        <Card>
          <RowsSkeleton label="Loading menu times…" widths={['w-32', 'w-44', 'w-28']} />
        </Card>
      );
    }
    if (dayparts.length === 0) return <NothingYet onAdd={(starter) => show({ starter })} />;
    const { timeZone } = tenant.data;
    return (
      <div className="flex flex-col gap-6">
        {timeZone === 'UTC' && (
          <Alert tone="info">
            Your time zone is UTC. Choose your own in{' '}
            <Link href="/settings/hours" className="underline">
              Hours
            </Link>
            , so that your times are right.
          </Alert>
        )}
        <Card className="overflow-hidden">
          {dayparts.length > 1 && <SortHowTo>Your menu times are listed in this order.</SortHowTo>}
          {isFull && (
            <SortHint>You can have at most {QUOTAS.dayparts.most} menu times. Delete one to add another.</SortHint>
          )}
          <Sortable entries={dayparts} onMove={(_, after) => change((before) => inOrder(before, after))}>
            {(ordered) => (
              <ul aria-label="Menu times">
                {ordered.map((daypart) => (
                  <DaypartRow
                    key={daypart.id}
                    daypart={daypart}
                    timeZone={timeZone}
                    now={now}
                    uses={uses && usesInWords(uses, daypart.id)}
                    deleting={daypart.id === deletingId}
                    onSwitch={(isActive) =>
                      change((before) => before.map((one) => (one.id === daypart.id ? { ...one, isActive } : one)))
                    }
                    onEdit={() => show({ daypart })}
                    onDelete={() => void deleteDaypart(daypart)}
                  />
                ))}
              </ul>
            )}
          </Sortable>
        </Card>
        <DaypartWeek dayparts={dayparts} timeZone={timeZone} now={now} />
      </div>
    );
  }
}

/** No dayparts, and the ones that most restaurants begin with. */
function NothingYet({ onAdd }: { onAdd: (starter?: Starter) => void }) {
  return (
    <Card>
      <EmptyState
        icon={<CalendarClock />}
        title="No menu times yet"
        description="Your whole menu is served all the time. Name a time, then choose what is served only then, or costs less."
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            {STARTERS.map((starter) => (
              <Button key={starter.name} variant="secondary" onClick={() => onAdd(starter)}>
                <Plus aria-hidden />
                {starter.name}
              </Button>
            ))}
          </div>
        }
      />
    </Card>
  );
}

/** Explains what deleting a daypart does. `uses`: what names it in words. */
function DeletionFollows({ name, uses }: { name: string; uses: string | undefined }) {
  const bold = <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>;
  if (uses === '') return <>{bold} isn't used by any category or item.</>;
  return (
    <>
      {bold} is used by {uses ?? 'categories, items or offers'}. Categories served only then will be served all the
      time. Items will follow their category, and its offers will end.
    </>
  );
}
