import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { type ReactNode, useId, useState } from 'react';
import { AllergenEditor, SameAs } from '../../../lib/allergens/allergen-editor.tsx';
import {
  type Declaration,
  type DeclaredRow,
  declarationInput,
  undeclaredOf,
} from '../../../lib/allergens/declaration.ts';
import {
  baseOf,
  CHANGED_MEANWHILE,
  type DeclarationDraft,
  type DraftBase,
} from '../../../lib/allergens/declaration-draft.ts';
import { refusedFields, useConfirmAllergens, useDeclareAllergens } from '../../../lib/allergens/declare-allergens.ts';
import type { TextHints } from '../../../lib/allergens/text-hints.ts';
import { useDeclaration } from '../../../lib/allergens/use-declaration.ts';
import { useKeptInput, withFormDisabled } from '../../../lib/forms/forms.ts';
import { confirmDiscard, useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { ApiError, changedMeanwhile } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { NOT_DECLARED } from '../api.ts';

interface DeclarationDialogProps {
  open: boolean;
  title: ReactNode;
  description?: ReactNode;
  row: DeclaredRow;
  /** What is declared of `row` now. */
  now: DraftBase;
  /** The same, from what a refused request says that there is now. */
  readCurrent: (current: object) => DraftBase | undefined;
  /** The draft to begin with. */
  begun?: DeclarationDraft | undefined;
  /** Where the draft is kept when the session ends. */
  keptAs: string;
  asked: readonly Allergen[];
  hints?: TextHints | undefined;
  others?: (choose: (declaration: Declaration) => void) => ReactNode;
  /** Declares, if the dish or the group still matches `tag`; throws if it was refused. */
  declare: (declaration: Declaration, tag: string | undefined) => Promise<unknown>;
  /** Confirms what was declared; throws if it was refused. */
  confirm: () => Promise<unknown>;
  /** Called once the draft has nothing to say any more. */
  onSettled?: () => void;
  /** Opens the next one after this was declared; undefined for the last one. */
  onNext?: (() => void) | undefined;
  onClose: () => void;
}

/** Declares what a dish or an option contains. Give it a new `key` for each. */
export function DeclarationDialog({
  open,
  title,
  description,
  row,
  now,
  readCurrent,
  begun,
  keptAs,
  asked,
  hints,
  others,
  declare,
  confirm,
  onSettled,
  onNext,
  onClose,
}: DeclarationDialogProps) {
  const draft = useDeclaration(now, begun);
  const editorId = useId();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'declare' | 'confirm'>();
  const unsaved = useUnsavedChanges(open && draft.isEdited);
  const { restored } = useKeptInput<{ draft?: DeclarationDraft | undefined }>(
    keptAs,
    () => (open && draft.isEdited ? { draft: draft.draft } : undefined),
    (kept) => {
      draft.reset(kept.draft);
      return true;
    },
  );
  // A declaration by mistake is taken back by one that says nothing.
  const isEmpty = !draft.isDirty && undeclaredOf(draft.declaration, asked).length === asked.length;

  const send = async (kind: 'declare' | 'confirm', then: () => void) => {
    setError(undefined);
    setBusy(kind);
    try {
      await withFormDisabled(editorId, () => (kind === 'declare' ? declare(draft.declaration, draft.tag) : confirm()));
      draft.reset();
      onSettled?.();
      then();
    } catch (failure) {
      const isChanged = failure instanceof ApiError && failure.code === 'changed-meanwhile';
      const current = changedMeanwhile<object>(failure);
      const base = current && readCurrent(current);
      const refused = base ? draft.rebase(base).refusal : isChanged ? CHANGED_MEANWHILE : refusedFields(failure);
      setError(refused);
      if (!refused && base) {
        onSettled?.();
        then();
      } else if (!refused) toastFailure(failure, ...NOT_DECLARED);
    } finally {
      setBusy(undefined);
    }
  };
  const cancel = async () => {
    if (!busy && (await confirmDiscard(unsaved))) onClose();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void cancel()}
      title={title}
      description={description}
      footer={
        <>
          {onNext && (
            <Button
              variant="secondary"
              disabled={busy !== undefined || isEmpty}
              onClick={() => void send('declare', onNext)}
            >
              Declare & Next
            </Button>
          )}
          <Button busy={busy === 'declare'} disabled={isEmpty} onClick={() => void send('declare', onClose)}>
            {busy === 'declare' ? 'Declaring…' : 'Declare'}
          </Button>
        </>
      }
    >
      <div id={editorId} className="flex flex-col gap-4">
        {restored && <RestoredNotice />}
        <AllergenEditor
          row={row}
          asked={asked}
          declaration={draft.declaration}
          hints={hints}
          others={others?.(draft.change)}
          onConfirm={draft.isDirty ? undefined : () => void send('confirm', () => {})}
          isConfirming={busy === 'confirm'}
          error={error}
          onChange={(declaration) => {
            setError(undefined);
            draft.change(declaration);
          }}
        />
      </div>
    </Dialog>
  );
}

interface DishDialogProps {
  open: boolean;
  item: MenuItem;
  items: readonly MenuItem[];
  categories: readonly Category[];
  asked: readonly Allergen[];
  hints: TextHints | undefined;
  /** What was changed in the matrix. */
  begun: DeclarationDraft | undefined;
  /** Called once the draft has nothing to say any more. */
  onSettled: () => void;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** The prefix of the names of kept drafts of dishes. */
export const DISH_DRAFT = 'declaration:';

const baseOfDish = (item: object) => baseOf(item as MenuItem, entityTag(item));

/** Declares what a dish contains. */
export function DishDeclarationDialog({ item, items, categories, asked, ...props }: DishDialogProps) {
  const declare = useDeclareAllergens();
  const confirm = useConfirmAllergens();
  return (
    <DeclarationDialog
      {...props}
      title={<bdi>{item.name}</bdi>}
      description={item.description ? <bdi>{item.description}</bdi> : 'What this dish contains.'}
      row={item}
      now={baseOfDish(item)}
      readCurrent={baseOfDish}
      keptAs={`${DISH_DRAFT}${item.id}`}
      asked={asked}
      others={(choose) => <SameAs id={item.id} items={items} categories={categories} asked={asked} onChoose={choose} />}
      declare={(declaration, tag) => declare.mutateAsync({ id: item.id, input: declarationInput(declaration), tag })}
      confirm={() => confirm.mutateAsync([item])}
    />
  );
}
