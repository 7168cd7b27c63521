import { zodResolver } from '@hookform/resolvers/zod';
import { type Code, type CodeInput, codeInput, type RunInput, runInput } from '@tavola/contracts/qr.ts';
import { useId, useState } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, keptDrafts, useKeptDraft, withFormDisabled } from '../../../lib/forms/forms.ts';
import { confirmDiscard, useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddCode, useAddRun } from '../api.ts';
import { runText } from '../run-text.ts';
import { codesText } from '../sheet-plan.ts';

type Kind = 'one' | 'run';

const RUN_DRAFT = 'code:run';

interface AddCodesDialogProps {
  open: boolean;
  /** Called on close, with the codes that were added, if any. */
  onClose: (added: readonly Code[]) => void;
}

/** Adds one code or a numbered run. Give it a new `key` each time it opens. */
export function AddCodesDialog({ open, onClose }: AddCodesDialogProps) {
  const formId = useId();
  const [kind, setKind] = useState<Kind>(() => (keptDrafts(RUN_DRAFT).includes('') ? 'run' : 'one'));
  const addOne = useAddCode();
  const addRun = useAddRun();
  const one = useForm<CodeInput>({ resolver: zodResolver(codeInput), defaultValues: { name: '' } });
  const run = useForm<RunInput>({
    resolver: zodResolver(runInput),
    defaultValues: { prefix: 'Table', from: 1, to: 20 },
  });
  const busy = addOne.isPending || addRun.isPending;
  const [isOneDirty, isRunDirty] = [one.formState.isDirty, run.formState.isDirty];
  const unsaved = useUnsavedChanges(open && (isOneDirty || isRunDirty));
  const oneRestored = useKeptDraft(one, 'code:new');
  const runRestored = useKeptDraft(run, RUN_DRAFT);
  const runSays = runText(useWatch({ control: run.control }));
  const restored = kind === 'one' ? oneRestored : runRestored;

  const finish = (added: readonly Code[]) => {
    one.reset();
    run.reset();
    onClose(added);
    if (added.length > 0) {
      toast({
        title: added.length === 1 ? 'Code added' : 'Codes added',
        description: `${codesText(added.length)} ready to print.`,
      });
    }
  };

  const cancel = async () => {
    if (!busy && (await confirmDiscard(unsaved))) finish([]);
  };

  async function add<Values extends FieldValues>(
    form: UseFormReturn<Values>,
    named: Path<Values>,
    adding: () => Promise<readonly Code[]>,
  ) {
    let added: readonly Code[];
    try {
      added = await withFormDisabled(formId, adding);
    } catch (error) {
      if (!applyServerErrors(form, error, { conflict: named })) {
        toastInServersWords(error, 'Add failed', 'Failed to add codes. Please try again.');
      }
      return;
    }
    finish(added);
  }

  const submit =
    kind === 'one'
      ? one.handleSubmit((input) => add(one, 'name', async () => [await addOne.mutateAsync(input)]))
      : run.handleSubmit((input) => add(run, 'prefix', async () => (await addRun.mutateAsync(input)).codes));

  return (
    <FormDialog
      dialog={{ open, busy, formId, restored, cancel }}
      title="Add Codes"
      description="Every code leads to your menu. Names show you where guests scan."
      submitLabel={kind === 'one' ? 'Add Code' : 'Add Codes'}
      busyLabel="Adding..."
      onSubmit={submit}
    >
      <Segmented<Kind>
        label="How many"
        value={kind}
        onValueChange={setKind}
        options={[
          { value: 'one', label: 'Single code' },
          { value: 'run', label: 'Numbered set' },
        ]}
      />
      {kind === 'one' ? (
        <FormField
          label="Name"
          error={one.formState.errors.name?.message}
          hint="Where it goes, such as Table 4, Window or Takeout bag."
          required
        >
          <Input autoComplete="off" dir="auto" {...one.register('name')} />
        </FormField>
      ) : (
        <>
          <FormField
            label="Prefix"
            error={run.formState.errors.prefix?.message}
            hint="Goes before each number."
            required
          >
            <Input autoComplete="off" dir="auto" {...run.register('prefix')} />
          </FormField>
          <div className="grid grid-cols-2 gap-5">
            {(['from', 'to'] as const).map((end) => (
              <FormField
                key={end}
                label={end === 'from' ? 'First number' : 'Last number'}
                error={run.formState.errors[end]?.message}
                required
              >
                <Input
                  type="number"
                  inputMode="numeric"
                  min="0"
                  step="1"
                  autoComplete="off"
                  className="figures"
                  {...run.register(end, { valueAsNumber: true })}
                />
              </FormField>
            ))}
          </div>
          <p role="status" className="min-h-6 text-sm text-ink-muted wrap-anywhere">
            {runSays}
          </p>
        </>
      )}
    </FormDialog>
  );
}
