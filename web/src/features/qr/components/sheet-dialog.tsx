import { zodResolver } from '@hookform/resolvers/zod';
import { type SheetInput, sheetInput } from '@tavola/contracts/qr.ts';
import { hasUnprintableLetters } from '@tavola/contracts/rules/printable.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import type { z } from 'zod';
import { FormCheckbox } from '../../../lib/forms/form-checkbox.tsx';
import { errorText } from '../../../lib/http/api.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useCodes, useTenant } from '../../../lib/http/queries.ts';
import { namesAndMore } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useDownloadSheet, useMakeSheet, useSheet } from '../api.ts';
import { paperFor } from '../paper.ts';
import { codesText, sheetText } from '../sheet-plan.ts';
import { LayoutChoice } from './layout-choice.tsx';
import { SheetProgress } from './sheet-progress.tsx';

export interface SheetDialogProps {
  open: boolean;
  codeIds: readonly string[];
  /** Whether these are all codes, because none was selected. */
  isAll?: boolean;
  /** The choices to begin with. */
  paper?: SheetInput['paper'];
  layout?: SheetInput['layout'];
  wifi?: SheetInput['wifi'];
  /** Called when the sheet is made, also after the dialog was closed. */
  onMade: () => void;
  onClose: () => void;
}

/** Prints codes: layout choice, progress and download. Give it a new `key` each time it opens. */
export function SheetDialog({
  open,
  codeIds,
  isAll = false,
  paper,
  layout: chosen,
  wifi = false,
  onMade,
  onClose,
}: SheetDialogProps) {
  const formId = useId();
  const make = useMakeSheet();
  const [sheetId, setSheetId] = useState<string>();
  const sheet = useSheet(sheetId);
  const download = useDownloadSheet();
  const leftOut = useNamesLeftOut(codeIds);
  const network = useTenant().data?.wifi?.name;
  const downloadButton = useRef<HTMLButtonElement>(null);
  const form = useForm<z.input<typeof sheetInput>, unknown, SheetInput>({
    resolver: zodResolver(sheetInput),
    defaultValues: {
      codeIds: [...codeIds],
      paper: paper ?? paperFor(navigator.language),
      layout: chosen ?? (codeIds.length > 1 ? '4' : '1'),
      format: 'pdf',
      // The network may be gone since.
      wifi: wifi && network !== undefined,
    },
  });
  const { errors } = form.formState;
  const { format = 'pdf', layout = '4' } = useWatch({ control: form.control });
  // Retries after a failed order count as waiting too.
  const isAskedFor = sheetId !== undefined || (make.isPending && make.failureCount > 0);
  const state = isAskedFor ? (sheet.data?.state ?? 'waiting') : undefined;
  const file = format === 'zip' ? 'ZIP' : 'PDF';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state
  useEffect(() => {
    if (state !== 'done') return;
    downloadButton.current?.focus();
    onMade();
  }, [state]);

  const submit = form.handleSubmit(async (input) => {
    try {
      setSheetId((await make.mutateAsync(input)).id);
    } catch (error) {
      form.setError('root', {
        message: errorText(error, "The sheet couldn't be started. Please check your connection and try again."),
      });
    }
  });

  const save = async () => {
    if (sheetId === undefined) return;
    try {
      await download.mutateAsync({ id: sheetId, fileName: sheet.data?.fileName });
    } catch (error) {
      toastInServersWords(error, 'Download failed', "The sheet couldn't be downloaded. Please try again.");
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Print Sheet"
      description={
        isAll
          ? `All ${codesText(codeIds.length)}. To print only some, select them first.`
          : `${codesText(codeIds.length)} selected.`
      }
      footer={renderButtons()}
    >
      {state === undefined ? (
        renderForm()
      ) : (
        <SheetProgress
          sheet={sheet.data}
          isAway={sheet.isError || make.isPending}
          text={sheetText(codeIds.length, { format, layout })}
        />
      )}
    </Dialog>
  );

  function renderButtons() {
    if (state === undefined) {
      return (
        <>
          <p className="my-auto text-sm text-ink-muted max-sm:order-last max-sm:text-center sm:me-auto">
            {sheetText(codeIds.length, { format, layout })}
          </p>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={make.isPending}>
            {make.isPending ? 'Starting...' : `Create ${file}`}
          </Button>
        </>
      );
    }
    return (
      <>
        {sheetId !== undefined && (
          <Button variant="secondary" onClick={() => setSheetId(undefined)}>
            {state === 'failed' ? 'Try Again' : 'Back'}
          </Button>
        )}
        {state === 'done' ? (
          <Button ref={downloadButton} busy={download.isPending} onClick={save}>
            {!download.isPending && <Download aria-hidden />}
            Download {file}
          </Button>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        )}
      </>
    );
  }

  function renderForm() {
    const refusal = errors.codeIds?.message ?? errors.root?.message;
    return (
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
        {refusal && <Alert>{refusal}</Alert>}
        {format === 'pdf' && leftOut && (
          <Alert tone="warning">
            Left off the cards because some letters can't be printed: <bdi className="wrap-anywhere">{leftOut}</bdi>.
          </Alert>
        )}
        <Controller
          control={form.control}
          name="format"
          render={({ field }) => (
            <Choice title="File">
              <Segmented
                label="File"
                value={field.value ?? 'pdf'}
                onValueChange={field.onChange}
                options={[
                  { value: 'pdf', label: 'PDF to print' },
                  { value: 'zip', label: 'ZIP of PNGs' },
                ]}
              />
            </Choice>
          )}
        />
        {format === 'pdf' ? (
          <>
            <Controller
              control={form.control}
              name="layout"
              render={({ field }) => (
                <Choice title="Layout">
                  <LayoutChoice value={field.value ?? '4'} onChange={field.onChange} />
                </Choice>
              )}
            />
            <Controller
              control={form.control}
              name="paper"
              render={({ field }) => (
                <Choice title="Paper">
                  <Segmented
                    label="Paper"
                    value={field.value ?? 'A4'}
                    onValueChange={field.onChange}
                    options={[
                      { value: 'A4', label: 'A4' },
                      { value: 'Letter', label: 'Letter' },
                    ]}
                  />
                </Choice>
              )}
            />
            {network ? (
              <FormCheckbox
                control={form.control}
                name="wifi"
                label="Add your guest Wi-Fi"
                description={
                  <>
                    A second code on each card that joins <bdi className="wrap-anywhere">{network}</bdi>.
                  </>
                }
              />
            ) : (
              <p className="text-sm text-ink-muted">
                Cards can have a code for your guest Wi-Fi, too:{' '}
                <Link href="/settings/links" className="font-semibold text-brand-ink underline">
                  add it in Settings
                </Link>
                .
              </p>
            )}
          </>
        ) : (
          <p className="text-sm text-ink-muted">One image per code, named after it. For your designer or print shop.</p>
        )}
      </form>
    );
  }
}

/** How many names the dialog lists. */
const LISTED = 3;

/** The names that the cards of these codes leave out, in words; `undefined` if there are none. */
function useNamesLeftOut(codeIds: readonly string[]): string | undefined {
  const tenant = useTenant().data;
  const codes = useCodes().data?.codes ?? [];
  const labels = codes.filter(({ id }) => codeIds.includes(id)).map(({ name }) => name);
  const names = [...(tenant ? [tenant.name] : []), ...labels].filter(hasUnprintableLetters);
  if (names.length === 0) return undefined;
  return namesAndMore(names.slice(0, LISTED), names.length - LISTED);
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      {/* The group below has the same label for screen readers. */}
      <p aria-hidden className="text-sm font-semibold">
        {title}
      </p>
      {children}
    </div>
  );
}
