import type { Code, PrintedSheet } from '@tavola/contracts/qr.ts';
import { Palette, Plus, Printer, QrCode } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useAddressFlag } from '../../../lib/browser/address-flag.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { keptDrafts } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useCodes, useTenant } from '../../../lib/http/queries.ts';
import { usePrintMenu } from '../../../lib/menu/print-menu.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { confirm } from '../../../ui/confirm.ts';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SectionHeader } from '../../../ui/section-header.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useCodeImage, usePrintedSheets, useRetireCode, useScans } from '../api.ts';
import { AddCodesDialog } from '../components/add-codes-dialog.tsx';
import { CodeList } from '../components/code-list.tsx';
import { CodesSkeleton } from '../components/codes-skeleton.tsx';
import { PrintedChanges } from '../components/printed-changes.tsx';
import { PrintedSheets } from '../components/printed-sheets.tsx';
import { QrCodeDialog } from '../components/qr-code-dialog.tsx';
import { RenameCodeDialog } from '../components/rename-code-dialog.tsx';
import { RetiredCodes } from '../components/retired-codes.tsx';
import { SheetDialog, type SheetDialogProps } from '../components/sheet-dialog.tsx';
import { StyleDialog } from '../components/style-dialog.tsx';
import { TableTent } from '../components/table-tent.tsx';
import { byUse } from '../filter-codes.ts';

const PLACES = [
  { title: 'On every table', text: 'A small stand or sticker is enough. One inch wide scans well from a seat.' },
  {
    title: 'At the door',
    text: 'In the window, letter size or larger, so people can look before they come in.',
  },
  { title: 'On paper', text: 'On receipts, business cards and flyers, for the next visit.' },
];

const NONE: ReadonlySet<string> = new Set();

/** The screen QR Codes. */
export function QrPage() {
  useDocumentTitle('QR Codes');
  const isWide = useMediaQuery('(min-width: 64rem)');
  const list = useCodes();
  const scans = useScans();
  const retire = useRetireCode();
  const sheets = usePrintedSheets();
  const [mainOpen, setMainOpen] = useState(false);
  const addDialog = useDialogState<undefined>();
  const styleDialog = useDialogState<undefined>();
  const renameDialog = useDialogState<Code>();
  const sheetDialog = useDialogState<Pick<SheetDialogProps, 'codeIds' | 'isAll' | 'paper' | 'layout' | 'wifi'>>();
  const [asksToPrint, clearAsksToPrint] = useAddressFlag('print');
  const tenant = useTenant().data;
  const printMenu = usePrintMenu();
  const [chosen, setChosen] = useState(NONE);
  const [retiringId, setRetiringId] = useState<string>();
  const keepPlace = useRowFocus();

  const { inUse, retired } = byUse(list.data?.codes ?? []);
  const main = inUse.find(({ isMain }) => isMain);
  const printed = useCodeImage(main, list.data?.style);
  const chosenInUse = new Set(inUse.flatMap(({ id }) => (chosen.has(id) ? [id] : [])));
  // A code without scans is missing from the statistics.
  const scansOf = (code: Code) => scans && (scans.get(code.id) ?? 0);

  const loaded = list.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!loaded) return;
    // Reopen the form that was being edited when the session ended.
    const [draft] = keptDrafts('code:');
    const code = inUse.find(({ id }) => id === draft);
    if (code) renameDialog.show(code);
    else if (draft !== undefined) addDialog.show(undefined);
    else if (keptDrafts('code-style').length > 0) styleDialog.show(undefined);
  }, [loaded]);

  const mainId = main?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the address asks for it
  useEffect(() => {
    if (!asksToPrint || mainId === undefined) return;
    clearAsksToPrint();
    sheetDialog.show({ codeIds: [mainId] });
  }, [asksToPrint, mainId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are many, and drawn again when this changes
  const retireCode = useCallback(async (code: Code) => {
    const yes = await confirm({
      title: 'Retire this code?',
      description: (
        <>
          <bdi className="font-semibold wrap-anywhere text-ink">{code.name}</bdi> is removed from your list. Printed
          copies still lead to your menu.
        </>
      ),
      confirmLabel: 'Retire',
      destructive: true,
    });
    if (!yes) return;
    setRetiringId(code.id);
    keepPlace(code.id);
    try {
      await retire.mutateAsync(code.id);
      toast({ title: 'Code retired', description: 'Find it under “Retired”.' });
    } catch (error) {
      toastInServersWords(error, 'Retire failed', 'Failed to retire the code. Please try again.');
    }
    setRetiringId(undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const renameCode = useCallback((code: Code) => renameDialog.show(code), []);

  const printAll = () => sheetDialog.show({ codeIds: inUse.map(({ id }) => id), isAll: inUse.length > 1 });

  /** Retired codes are not printed again. */
  const printAgain = ({ codeIds, paper, layout, wifi }: PrintedSheet) => {
    const known = new Set(inUse.map(({ id }) => id));
    const again = codeIds.filter((id) => known.has(id));
    if (again.length > 0) sheetDialog.show({ codeIds: again, paper, layout, wifi });
    else toast({ title: 'Nothing to print', description: 'All codes on this sheet are retired.' });
  };

  const isNew = inUse.length <= 1 && retired.length === 0;
  return (
    <>
      <PageHeader
        title="QR Codes"
        description="Print once. They never expire."
        actions={
          tenant && (
            <Button variant="secondary" busy={printMenu.isPending} onClick={() => printMenu.mutate(tenant.slug)}>
              {!printMenu.isPending && <Printer aria-hidden />}
              Print Menu
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-10">
        <Card className="grid overflow-hidden lg:grid-cols-[minmax(18rem,2fr)_3fr]">
          {/* With many codes, the picture would push the list down on a phone. */}
          {(isNew || isWide) && (
            <TableTent restaurant={tenant} qrCode={printed.data} caption={list.data?.style.caption ?? null} />
          )}
          <div className="flex flex-col justify-center gap-7 p-6 sm:p-9">
            <div className="flex flex-col items-start gap-4">
              <h2 className="display text-2xl">Your menu, one scan away</h2>
              <p className="max-w-prose text-ink-muted">
                Change prices and dishes as often as you like. The code stays the same, so there's nothing to reprint.
              </p>
              <div className="flex flex-wrap gap-2.5">
                <Button size="lg" onClick={() => setMainOpen(true)}>
                  <QrCode aria-hidden />
                  Generate QR Code
                </Button>
                {loaded && (
                  <Button size="lg" variant="secondary" onClick={() => styleDialog.show(undefined)}>
                    <Palette aria-hidden />
                    Change Style
                  </Button>
                )}
              </div>
            </div>
            {loaded && isNew && (
              <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-6 xl:grid-cols-3">
                {PLACES.map(({ title, text }) => (
                  <div key={title} className="flex flex-col gap-0.5">
                    <dt className="font-semibold">{title}</dt>
                    <dd className="text-sm text-ink-muted">{text}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </Card>
        <section>
          <SectionHeader
            title="Your codes"
            description="One per table, window or bag. Scans: last 30 days."
            actions={
              loaded && (
                <div className="flex flex-wrap gap-2.5">
                  <Button variant="secondary" onClick={() => addDialog.show(undefined)}>
                    <Plus aria-hidden />
                    Add Codes
                  </Button>
                  {/* With codes selected, the bar below the list has this button. */}
                  <Button onClick={printAll} className={cn(chosenInUse.size > 0 && 'invisible')}>
                    <Printer aria-hidden />
                    Print Sheet
                  </Button>
                </div>
              )
            }
          />
          <div className="flex flex-col gap-5">{renderCodes()}</div>
        </section>
        {tenant && <PrintedChanges tenant={tenant} />}
        {hasFailed(sheets) && <LoadErrorCard title="Couldn't load your printed sheets" query={sheets} />}
        {list.data && sheets.data && sheets.data.sheets.length > 0 && (
          <section>
            <SectionHeader
              title="Printed sheets"
              description="They show no prices, so they stay right whatever you change."
            />
            <PrintedSheets sheets={sheets.data.sheets} codes={list.data.codes} onPrintAgain={printAgain} />
          </section>
        )}
      </div>
      <QrCodeDialog open={mainOpen} onOpenChange={setMainOpen} />
      {addDialog.key > 0 && (
        <AddCodesDialog
          key={`add ${addDialog.key}`}
          open={addDialog.open}
          onClose={(added) => {
            addDialog.close();
            // Select the new codes, which are likely to be printed next.
            if (added.length > 0) setChosen(new Set(added.map(({ id }) => id)));
          }}
        />
      )}
      {list.data && styleDialog.key > 0 && (
        <StyleDialog
          key={`style ${styleDialog.key}`}
          open={styleDialog.open}
          style={list.data.style}
          printed={printed.data}
          onClose={styleDialog.close}
        />
      )}
      {renameDialog.subject && (
        <RenameCodeDialog
          key={`rename ${renameDialog.key}`}
          open={renameDialog.open}
          code={renameDialog.subject}
          onClose={renameDialog.close}
        />
      )}
      {sheetDialog.subject && (
        <SheetDialog
          key={`sheet ${sheetDialog.key}`}
          open={sheetDialog.open}
          {...sheetDialog.subject}
          onMade={() => void sheets.refetch()}
          onClose={sheetDialog.close}
        />
      )}
    </>
  );

  function renderCodes() {
    if (hasFailed(list)) return <LoadErrorCard title="Couldn't load your codes" query={list} />;
    if (!list.data) return <CodesSkeleton />;
    return (
      <>
        <CodeList
          codes={inUse}
          linkBase={list.data.linkBase}
          scansOf={scansOf}
          chosen={chosenInUse}
          onChosenChange={setChosen}
          retiringId={retiringId}
          onAdd={() => addDialog.show(undefined)}
          onRename={renameCode}
          onRetire={retireCode}
          onPrint={() => sheetDialog.show({ codeIds: [...chosenInUse], isAll: false })}
        />
        {retired.length > 0 && <RetiredCodes codes={retired} scansOf={scansOf} />}
      </>
    );
  }
}
