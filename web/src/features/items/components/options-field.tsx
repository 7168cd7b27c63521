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
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { ITEM_LABELS, type ItemForm } from '../item-form.ts';

/** The option groups of a dish as chips, in their order. */
export function OptionsField({ form }: { form: ItemForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'optionGroups' });
  const groups = useOptionGroups().data;
  const dialog = useDialogState<undefined>();
  const addButton = useRef<HTMLButtonElement>(null);
  const chosen = field.value;
  const others = groups?.filter(({ id }) => !chosen.includes(id)) ?? [];
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
        <ul className="flex flex-wrap gap-2">
          {chosen.map((id) => {
            const group = groups?.find((one) => one.id === id);
            const name = group?.name ?? (groups ? 'Deleted options' : '…');
            return (
              <li
                key={id}
                className="flex max-w-full items-center gap-1 rounded-full border border-line-strong bg-paper ps-3.5 text-sm"
              >
                <span className="min-w-0 truncate" title={group && ruleInWords(group)}>
                  <bdi className="font-semibold">{name}</bdi>
                  {group && <span className="text-ink-muted"> {group.options.length}</span>}
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(id)}
                  className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted hover:text-ink sm:size-9"
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            );
          })}
        </ul>
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
          <MenuItem
            disabled={(groups?.length ?? 0) >= QUOTAS.optionGroups.most}
            onSelect={() => dialog.show(undefined)}
          >
            <Plus aria-hidden />
            New Options…
          </MenuItem>
        </DropdownMenu>
      )}
      {dialog.key > 0 && (
        <OptionGroupDialog key={dialog.key} open={dialog.open} group={undefined} onClose={dialog.close} onAdded={add} />
      )}
    </section>
  );
}
