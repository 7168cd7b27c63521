import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm as ask } from '../../ui/confirm.ts';
import { withFormDisabled } from '../forms/forms.ts';
import { errorText, isRefusal } from '../http/api.ts';
import { toastFailure } from '../http/failure-toast.ts';
import { many } from '../text/format.ts';
import { useConfirmDraft } from './confirm-draft.ts';
import { DraftPreview } from './draft-preview.tsx';
import { draftOfChanges, type PlannedChange } from './planned-change.ts';
import { useWords } from './use-words.ts';

const FAILED = "Your menu couldn't be changed. Please try again.";
const UNKNOWN = "We couldn't confirm the change. Please try again; nothing is changed twice.";

interface DraftReviewProps {
  changes: readonly PlannedChange[];
  /** The items whose changes are not made. */
  leftOut: ReadonlySet<number>;
  onLeftOut: (leftOut: ReadonlySet<number>) => void;
  /** The id of the form with the rule, which is disabled while the changes are made. */
  formId: string;
  /** Shown instead of the list where nothing changes. */
  empty: ReactNode;
  onDone: (done: ConfirmedDraft) => void;
}

/** Changes of dishes as a difference, which the owner can thin out, and the button that makes them. */
export function DraftReview({ changes, leftOut, onLeftOut, formId, empty, onDone }: DraftReviewProps) {
  const words = useWords();
  const confirm = useConfirmDraft();
  const [refusal, setRefusal] = useState<string>();
  // What was sent may have been done: until that is known, only the same is sent again.
  const [sent, setSent] = useState<readonly PlannedChange[]>();
  const isUnanswered = sent !== undefined && !confirm.isPending;
  const shown = sent ?? changes;
  const chosen = shown.filter(({ item, problem }) => problem === undefined && !leftOut.has(item.id));
  const deleted = chosen.filter(({ fields }) => fields === null).length;
  const deletesAll = deleted > 0 && deleted === chosen.length;
  const withOffers = chosen.filter(
    ({ item, fields }) => (fields?.price !== undefined || fields?.variants) && item.offers?.length,
  ).length;

  const leaveOut = (ids: readonly number[], isLeftOut: boolean) => {
    const after = new Set(leftOut);
    for (const id of ids) {
      if (isLeftOut) after.add(id);
      else after.delete(id);
    }
    onLeftOut(after);
  };
  const submit = async () => {
    if (deletesAll && !sent && !(await askToDelete(deleted))) return;
    setSent(shown);
    try {
      onDone(await withFormDisabled(formId, () => confirm.mutateAsync(draftOfChanges(chosen))));
    } catch (error) {
      const isRefused = isRefusal(error);
      if (isRefused) setSent(undefined);
      setRefusal(isRefused ? errorText(error, FAILED) : undefined);
      toastFailure(error, 'Nothing changed', isRefused ? errorText(error, FAILED) : UNKNOWN);
    }
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-xl">Preview</h2>
        <Button
          variant={deletesAll ? 'destructive' : 'primary'}
          disabled={chosen.length === 0}
          busy={confirm.isPending}
          onClick={submit}
        >
          {confirm.isPending
            ? 'Changing…'
            : isUnanswered
              ? 'Try Again'
              : `${deletesAll ? 'Delete' : 'Change'} ${chosen.length > 0 ? many(chosen.length, 'Dish', 'Dishes') : 'Dishes'}`}
        </Button>
      </div>
      {refusal && <Alert>{refusal}</Alert>}
      {deleted > 0 && (
        <p className="font-semibold text-tomato-ink">
          {many(deleted, 'dish', 'dishes')} will be deleted. You can undo this later, in History.
        </p>
      )}
      {withOffers > 0 && (
        <Alert tone="info">
          {many(withOffers, 'dish has', 'dishes have')} offers, such as a happy-hour price. Those stay as they are.
        </Alert>
      )}
      {isUnanswered && <Alert tone="warning">{UNKNOWN}</Alert>}
      {shown.length === 0 ? (
        empty
      ) : (
        <DraftPreview changes={shown} leftOut={leftOut} onLeaveOut={sent ? undefined : leaveOut} words={words} />
      )}
    </>
  );
}

const askToDelete = (count: number) =>
  ask({
    title: `Delete ${many(count, 'dish', 'dishes')}?`,
    description: "Guests won't see them anymore. You can undo this.",
    confirmLabel: 'Delete',
    destructive: true,
  });
