import type { Option, OptionGroup } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { ChevronRight } from 'lucide-react';
import { shortlyInWords } from '../../../lib/allergens/allergen-words.ts';
import { type Declaration, declarationInput, statusOf } from '../../../lib/allergens/declaration.ts';
import { baseOf } from '../../../lib/allergens/declaration-draft.ts';
import { useDeclareOptions } from '../../../lib/allergens/declare-allergens.ts';
import type { TextHints } from '../../../lib/allergens/text-hints.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card } from '../../../ui/card.tsx';
import { DeclarationDialog } from './declaration-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';

/** The prefix of the names of kept drafts of options. */
const OPTION_DRAFT = 'option-declaration:';

interface OptionDeclarationsProps {
  groups: readonly OptionGroup[];
  asked: readonly Allergen[];
  /** What another restaurant declared of an option of a group. */
  suggest: ((group: string, option: string) => TextHints | undefined) | undefined;
}

/** What the options of the groups contain: declared once, for all dishes that have them. */
export function OptionDeclarations({ groups, asked, suggest }: OptionDeclarationsProps) {
  const dialog = useDialogState<{ groupId: number; optionId: number }>();
  const declare = useDeclareOptions();
  const { subject } = dialog;
  const group = groups.find(({ id }) => id === subject?.groupId);
  const option = group?.options.find(({ id }) => id === subject?.optionId);
  const options = groups.flatMap(({ id: groupId, options }) => options.map(({ id }) => ({ id, groupId })));
  useReopenedForm(OPTION_DRAFT, options, (row) => row && dialog.show({ groupId: row.groupId, optionId: row.id }));
  const send = (declaration: Declaration, tag: string | undefined) => {
    if (!group || !option) return Promise.resolve();
    return declare.mutateAsync({ id: group.id, options: [{ id: option.id, ...declarationInput(declaration) }], tag });
  };
  /** What is declared of the open dialog's option, in this state of its group. */
  const baseIn = (of: OptionGroup) => {
    const one = of.options.find(({ id }) => id === subject?.optionId);
    return one && baseOf(one, entityTag(of));
  };
  const now = group && baseIn(group);
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ id, name, options }) => (
        <section key={id} aria-label={name} className="flex flex-col gap-2.5">
          <h2 className="display text-lg">
            <bdi>{name}</bdi>
          </h2>
          <Card>
            <ul className="divide-y divide-line">
              {options.map((one) => (
                <OptionRow
                  key={one.id}
                  option={one}
                  asked={asked}
                  onOpen={() => dialog.show({ groupId: id, optionId: one.id })}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {group && option && now && (
        <DeclarationDialog
          key={dialog.key}
          open={dialog.open}
          title={<bdi>{option.name}</bdi>}
          description={
            <>
              What this option of <bdi>{group.name}</bdi> contains.
            </>
          }
          row={option}
          now={now}
          readCurrent={(current) => baseIn(current as OptionGroup)}
          keptAs={`${OPTION_DRAFT}${option.id}`}
          asked={asked}
          hints={suggest?.(group.name, option.name)}
          declare={send}
          confirm={() => send(now, now.tag)}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}

function OptionRow({ option, asked, onOpen }: { option: Option; asked: readonly Allergen[]; onOpen: () => void }) {
  const status = statusOf(option, asked);
  return (
    <li className="px-5 py-2 sm:px-7">
      <button
        type="button"
        onClick={onOpen}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-1 text-start hover:bg-sunken"
      >
        <span className="flex min-w-0 grow flex-col gap-1">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Bidi className="font-semibold wrap-anywhere">{option.name}</Bidi>
            <StatusBadge status={status} />
          </span>
          {option.allergens && status !== 'missing' && (
            <span className="text-sm text-ink-muted first-letter:uppercase">
              {shortlyInWords(option.allergens.states, asked)}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:rotate-180" />
      </button>
    </li>
  );
}
