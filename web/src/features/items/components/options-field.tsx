import { ITEM_GROUPS_MAX, type OptionGroup } from '@tavola/contracts/choices.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useController } from 'react-hook-form';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useOptionGroups } from '../../../lib/http/queries.ts';
import { OptionGroupDialog } from '../../../lib/options/group-dialog.tsx';
import { ruleInWords } from '../../../lib/options/group-form.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { Sortable } from '../../../ui/sortable.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';
import { ITEM_LABELS, type ItemForm } from '../item-form.ts';

/** The option groups of a dish, in their order. */
export function OptionsField({ form }: { form: ItemForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'optionGroups' });
  const groups = useOptionGroups().data;
  const dialog = useDialogState<undefined>();
  const addButton = useRef<HTMLButtonElement>(null);
  const chosen = field.value;
  const others = groups?.filter(({ id }) => !chosen.includes(id)) ?? [];
  const groupOf = (id: number) => groups?.find((one) => one.id === id);
  const nameOf = (id: number) => groupOf(id)?.name ?? (groups ? 'Deleted options' : '…');
  const remove = (id: number) => {
    flushSync(() => field.onChange(chosen.filter((one) => one !== id)));
    addButton.current?.focus();
  };
  const add = ({ id }: OptionGroup) => field.onChange([...form.getValues('optionGroups'), id]);
  return (
    <section aria-label={ITEM_LABELS.optionGroups} className="flex flex-col gap-2.5">
      <div className="flex flex-col">
        <p className="text-sm font-semibold">
          {ITEM_LABELS.optionGroups} <span className="font-normal text-ink-faint">(optional)</span>
        </p>
        <p className="text-sm text-ink-muted">What guests can choose or add. Shared by all dishes that have them.</p>
      </div>
      {chosen.length > 0 && (
        <Sortable
          entries={chosen.map((id) => ({ id, name: nameOf(id) }))}
          onMove={(_before, after) => field.onChange([...after])}
        >
          {(ordered) => (
            <ul className="flex flex-col gap-2">
              {ordered.map(({ id, name }) => (
                <OptionsRow key={id} id={id} name={name} group={groupOf(id)} onRemove={() => remove(id)} />
              ))}
            </ul>
          )}
        </Sortable>
      )}
      {fieldState.error && <ErrorLine role="alert">{fieldState.error.message}</ErrorLine>}
      {chosen.length < ITEM_GROUPS_MAX && (
        <DropdownMenu
          align="start"
          trigger={
            <Button
              ref={(element) => {
                addButton.current = element;
                field.ref(element);
              }}
              variant="secondary"
              className="self-start max-sm:w-full"
            >
              <Plus aria-hidden />
              Add Options
            </Button>
          }
        >
          {others.map((group) => (
            <MenuItem key={group.id} onSelect={() => add(group)}>
              <bdi className="min-w-0 flex-1 truncate">{group.name}</bdi>
              <span className="text-sm text-ink-muted">{ruleInWords(group)}</span>
            </MenuItem>
          ))}
          {others.length > 0 && <MenuSeparator />}
          {(groups?.length ?? 0) >= QUOTAS.optionGroups.most ? (
            <MenuItem disabled>{QUOTAS.optionGroups.message}</MenuItem>
          ) : (
            <MenuItem onSelect={() => dialog.show(undefined)}>
              <Plus aria-hidden />
              New Options…
            </MenuItem>
          )}
        </DropdownMenu>
      )}
      {dialog.key > 0 && (
        <OptionGroupDialog key={dialog.key} open={dialog.open} group={undefined} onClose={dialog.close} onAdded={add} />
      )}
    </section>
  );
}

interface OptionsRowProps {
  id: number;
  name: string;
  /** Undefined while it loads, or where it is gone. */
  group: OptionGroup | undefined;
  onRemove: () => void;
}

function OptionsRow({ id, name, group, onRemove }: OptionsRowProps) {
  const { row, grip } = useSortableRow(id);
  return (
    <li
      {...row}
      className={cn(
        'flex items-center gap-1 rounded-control border border-line-strong bg-paper text-sm',
        row.className,
      )}
    >
      <SortHandle id={id} name={name} grip={grip} className="-me-1" />
      <span className="min-w-0 flex-1 py-2 ps-3.5 wrap-anywhere [button+&]:ps-0">
        <bdi className="font-semibold">{name}</bdi>
        {group && (
          <span className="text-ink-muted">
            {' · '}
            {ruleInWords(group)}
          </span>
        )}
      </span>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
