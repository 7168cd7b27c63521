import type { OptionGroup } from '@tavola/contracts/choices.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { ListPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { countLapsed, ToConfirmLink } from '../../../lib/allergens/lapsed.tsx';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useItems, useOptionGroups } from '../../../lib/http/queries.ts';
import { useDeleteRow } from '../../../lib/http/use-delete-row.ts';
import { useReorder } from '../../../lib/http/use-reorder.ts';
import { OwnMoneyProvider, useOwnMoney, useRestaurantMoney } from '../../../lib/money/use-own-money.ts';
import { useDeleteOptionGroup, withoutGroup } from '../../../lib/options/api.ts';
import { GROUP_DRAFT, OptionGroupDialog } from '../../../lib/options/group-dialog.tsx';
import { ruleInWords } from '../../../lib/options/group-form.ts';
import { hasEnough } from '../../../lib/options/lacking.ts';
import { many } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FloatingAction } from '../../../ui/floating-action.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowsSkeleton } from '../../../ui/rows-skeleton.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { SortHowTo } from '../../../ui/sort-hint.tsx';
import { Sortable } from '../../../ui/sortable.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';

/** The screen Options: the option groups that dishes share. */
export function OptionsPage() {
  useDocumentTitle('Options');
  const groups = useOptionGroups();
  const items = useItems().data;
  const remove = useDeleteOptionGroup();
  const order = useReorder<OptionGroup>('/api/option-groups', 'Failed to update options. Please try again.');
  const money = useRestaurantMoney();
  const dialog = useDialogState<OptionGroup | undefined>();
  const { deletingId, deleteRow } = useDeleteRow('option group');
  const { show } = dialog;
  useReopenedForm(GROUP_DRAFT, groups.data, show);

  const withGroup = (id: number) => items?.filter(({ optionGroups }) => optionGroups?.includes(id));
  const usesOf = (id: number) => withGroup(id)?.length;
  const blockedBy = (group: OptionGroup) =>
    hasEnough(group) ? 0 : withGroup(group.id)?.filter(({ isAvailable }) => isAvailable).length;
  const deleteGroup = (group: OptionGroup) => {
    const uses = withGroup(group.id);
    // A declaration is about a dish with its options.
    const lapsing = uses ? countLapsed(uses.map((item) => withoutGroup(item, group.id))) - countLapsed(uses) : 0;
    return deleteRow(
      group.id,
      <DeletionFollows name={group.name} uses={uses?.length} lapsing={lapsing} />,
      async () => {
        await remove.mutateAsync(group.id);
        const description = 'The options have been deleted successfully.';
        const withLink = (
          <>
            {description} <ToConfirmLink count={lapsing} />
          </>
        );
        return { title: 'Options deleted', description: lapsing > 0 ? withLink : description };
      },
    );
  };

  return (
    <OwnMoneyProvider value={money}>
      <PageHeader
        title="Options"
        description="Choices that dishes share, such as milk, sides or toppings. Change one here, and every dish follows."
        actions={
          <FloatingAction floats={groups.data?.length !== 0} onClick={() => show(undefined)}>
            <Plus aria-hidden />
            New Options
          </FloatingAction>
        }
      />
      <Card className="overflow-hidden">{renderBody()}</Card>
      {dialog.key > 0 && (
        <OptionGroupDialog key={dialog.key} open={dialog.open} group={dialog.subject} onClose={dialog.close} />
      )}
    </OwnMoneyProvider>
  );

  function renderBody() {
    if (hasFailed(groups)) return <LoadError title="Couldn't load your options" query={groups} />;
    if (!groups.data) return <RowsSkeleton label="Loading options…" widths={['w-32', 'w-44', 'w-36']} />;
    if (groups.data.length === 0) {
      return (
        <EmptyState
          icon={<ListPlus />}
          title="No options yet"
          description="Write “Milk” or “Extra toppings” once, and add it to as many dishes as you like."
          action={
            <Button onClick={() => show(undefined)}>
              <Plus aria-hidden />
              Add Your First Options
            </Button>
          }
        />
      );
    }
    return (
      <>
        {groups.data.length > 1 && <SortHowTo>The list on paper shows in this order.</SortHowTo>}
        <Sortable entries={groups.data} onMove={order}>
          {(ordered) => (
            <ul aria-label="Options">
              {ordered.map((group) => (
                <GroupRow
                  key={group.id}
                  group={group}
                  uses={usesOf(group.id)}
                  blocked={blockedBy(group)}
                  deleting={group.id === deletingId}
                  onEdit={() => show(group)}
                  onDelete={() => void deleteGroup(group)}
                />
              ))}
            </ul>
          )}
        </Sortable>
      </>
    );
  }
}

interface GroupRowProps {
  group: OptionGroup;
  /** How many dishes have it; undefined while that is not known. */
  uses: number | undefined;
  /** How many of these guests can't order, because too few options are left. */
  blocked: number | undefined;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function GroupRow({ group, uses, blocked = 0, deleting, onEdit, onDelete }: GroupRowProps) {
  const { id, name, options } = group;
  const money = useOwnMoney();
  const { row, grip } = useSortableRow(id);
  return (
    <li
      {...row}
      data-row={id}
      className={cn(
        'flex items-start gap-2 px-4 py-4 not-last:border-b not-last:border-line sm:px-6 md:gap-3 md:pe-4',
        deleting && 'opacity-40',
        row.className,
      )}
    >
      <SortHandle id={id} name={name} grip={grip} className="-ms-3 -mt-2 max-md:-me-1" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h2 className="display text-lg wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm wrap-anywhere text-ink-muted">
          {options.map((option, index) => (
            <Fragment key={option.id}>
              {index > 0 && ' · '}
              <span className={cn(!option.isAvailable && 'text-tomato-ink line-through')}>
                <bdi>{option.name}</bdi>
              </span>
              {!option.isAvailable && <span className="text-tomato-ink"> (out of stock)</span>}
              {option.price > 0 && (
                <span className="figures whitespace-nowrap"> +{formatMoney(option.price, money)}</span>
              )}
            </Fragment>
          ))}
        </p>
        <p className="text-sm text-ink-muted">
          {ruleInWords(group)}
          {uses !== undefined && ` · ${uses === 0 ? 'In no dish yet' : `In ${many(uses, 'dish', 'dishes')}`}`}
        </p>
        {blocked > 0 && (
          <p className="text-sm font-medium text-tomato-ink">
            Guests can't order {many(blocked, 'dish', 'dishes')}: too few options are left.
          </p>
        )}
      </div>
      <div className="-my-1 flex items-center max-sm:-me-3 max-sm:flex-col">
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${name}`}
          tone="destructive"
          aria-disabled={deleting}
          onClick={() => !deleting && onDelete()}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

/** Says from how many dishes a group goes, as far as that is known, and of how many allergens are to be confirmed. */
function DeletionFollows({ name, uses, lapsing }: { name: string; uses: number | undefined; lapsing: number }) {
  const shown = <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>;
  if (uses === 0) return <>No dish has {shown}.</>;
  return (
    <>
      Removes {shown} from {uses === undefined ? 'all dishes that have it' : many(uses, 'dish', 'dishes')}. The dishes
      stay on your menu.
      {lapsing > 0 && ` Allergens of ${many(lapsing, 'dish', 'dishes')} are then to be confirmed.`}
    </>
  );
}
