import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import { DEFAULT_LANGUAGE } from '@tavola/contracts/rules/languages.ts';
import { ArrowLeft } from 'lucide-react';
import { type DragEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { DraftDone } from '../../../lib/draft/draft-done.tsx';
import { draftInWords } from '../../../lib/draft/draft-in-words.ts';
import { MenuPending } from '../../../lib/draft/menu-pending.tsx';
import { useMenu } from '../../../lib/draft/use-menu.ts';
import { useKeptInput } from '../../../lib/forms/forms.ts';
import { leaveUnasked, useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { useAssistant } from '../../../lib/menu/assistant.ts';
import { forgetPasted, keptPasted } from '../../../lib/menu/pasted-menu.ts';
import { ExportButton } from '../../../lib/menu-table/export-button.tsx';
import { useRestaurantMoney } from '../../../lib/money/use-own-money.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { ChosenTable } from '../components/chosen-table.tsx';
import { DeclaredElsewhere } from '../components/declared-elsewhere.tsx';
import { FileButton } from '../components/file-button.tsx';
import { FromPlaceButton } from '../components/from-place-button.tsx';
import { HintsInTexts, ToConfirm } from '../components/hints-in-texts.tsx';
import { PhotoNotice } from '../components/photo-notice.tsx';
import { ReadingPhotos } from '../components/reading-photos.tsx';
import { SampleMenu } from '../components/sample-menu.tsx';
import { type DoneImport, TableImport } from '../components/table-import.tsx';
import type { GuessedEncoding } from '../files/decode-text.ts';
import type { PhotoProgress } from '../files/file-kind.ts';
import { inMenuCase } from '../menu-case.ts';
import type { DoubtfulLine } from '../photo/scanned-page.ts';
import { ACCEPTED, readFiles } from '../read-file.ts';
import { readMenuText } from '../read-text.ts';
import { type Answers, UNNAMED } from '../table/plan-table.ts';
import { readCsv } from '../table/read-csv.ts';
import { rememberedColumns } from '../table/remembered-columns.ts';
import type { ReadTable } from '../table/table-of.ts';
import { tableOfText } from '../table/table-of-text.ts';

const NO_ANSWERS: Answers = {};
const NO_DOUBTS: readonly DoubtfulLine[] = [];

const inWords = ({ added, categories }: ConfirmedDraft) =>
  [many(added, 'dish', 'dishes'), categories > 0 && many(categories, 'new category', 'new categories')]
    .filter(Boolean)
    .join(' and ');

/** The longest pasted text that may be a table. */
const PASTED_TABLE_MAX = 1_000_000;

/** Asks before a file takes the place of what was typed. */
const mayReplace = (typed: string, text: string | undefined, file: string) =>
  typed.trim() === '' || typed === text
    ? true
    : confirm({
        title: 'Replace your text?',
        description: `${file} will replace what you typed.`,
        confirmLabel: 'Replace',
      });

/** The screen Import: a pasted menu, or one in a file, as it will be added to the menu. */
export function ImportPage() {
  useDocumentTitle('Import a Menu');
  const { menu, ...pending } = useMenu();
  const [{ text, files, categoryId }, setPasted] = useState(keptPasted);
  const [doubts, setDoubts] = useState(NO_DOUBTS);
  const [table, setTable] = useState<TableFile>();
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [done, setDone] = useState<DoneImport>();
  const [isBack, setIsBack] = useState(false);
  useEffect(forgetPasted, []);
  const isTyped = text.trim() !== '' || table !== undefined;
  const input = () => (isTyped && !done ? { text, categoryId, table, answers, doubts } : undefined);
  const { restored: isRestored, keep } = useKeptInput('import', input, (kept) => {
    // What was just pasted elsewhere is newer.
    if (isTyped || files) return false;
    setPasted({ text: kept.text, ...(kept.categoryId !== undefined && { categoryId: kept.categoryId }) });
    setTable(kept.table);
    setAnswers(kept.answers);
    setDoubts(kept.doubts ?? NO_DOUBTS);
    return true;
  });
  return (
    <>
      <PageHeader
        title="Import a Menu"
        description="Paste your menu, or choose a file or photos. You'll see every dish before a guest does."
        actions={
          <>
            <ExportButton label={menu?.items.length === 0 ? 'Get a Template' : 'Export Menu'} />
            <Button asChild variant="secondary">
              <Link href="/dashboard/items">
                <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
                Menu Items
              </Link>
            </Button>
          </>
        }
      />
      {done ? (
        <div className="flex flex-col gap-5">
          <DraftDone
            done={done.imported}
            title={done.imported.changed > 0 ? draftInWords(done.imported) : `${inWords(done.imported)} added`}
            {...(done.leftOut && {
              description: done.leftOut,
              againLabel: table ? 'Back to Your Table' : 'Back to Your Text',
            })}
            {...(done.hasParts && { unchangedTitle: 'Added to your menu' })}
            undoLabel="Undo Import"
            undoneTitle="Import undone"
            onAgain={() => {
              setIsBack(true);
              setDone(undefined);
            }}
          />
          {done.imported.changed > 0 && <ToConfirm />}
          {done.declared ? <DeclaredElsewhere {...done.declared} /> : <HintsInTexts />}
        </div>
      ) : menu ? (
        <ImportForm
          menu={menu}
          isRestored={isRestored && !isBack}
          text={text}
          files={files}
          doubts={doubts}
          table={table}
          categoryId={categoryId}
          answers={answers}
          takesFocus={isBack}
          // Files are read once.
          onText={(next) => setPasted(({ files: _, ...before }) => ({ ...before, text: next }))}
          onDoubts={setDoubts}
          onTable={setTable}
          onAnswers={setAnswers}
          onDone={setDone}
          onKeep={keep}
        />
      ) : (
        <MenuPending {...pending} />
      )}
    </>
  );
}

interface TableFile {
  name: string;
  table: ReadTable;
}

/** What the text or the table was read from. */
interface ReadFrom {
  files: readonly File[];
  /** Whether these are photos, or a scan. */
  isPicture: boolean;
  byAi: boolean;
  /** Whether they went to the AI, whatever came of it. */
  isSent: boolean;
  /** As it was read. */
  text?: string;
}

/** How the same files are read once more. */
interface ReadAgain {
  encoding?: string;
  language?: string | undefined;
  byAi?: boolean;
}

type Menu = NonNullable<ReturnType<typeof useMenu>['menu']>;

interface ImportFormProps {
  menu: Menu;
  /** Whether it has what was typed before the session ended. */
  isRestored: boolean;
  text: string;
  /** Files that were chosen on another screen. */
  files: readonly File[] | undefined;
  /** The lines of a photo's text that may be wrong. */
  doubts: readonly DoubtfulLine[];
  table: TableFile | undefined;
  /** The category for dishes before the first heading. */
  categoryId: number | undefined;
  answers: Answers;
  /** After an import, whose buttons had the focus. */
  takesFocus: boolean;
  onText: (text: string) => void;
  onDoubts: (doubts: readonly DoubtfulLine[]) => void;
  onTable: (table: TableFile | undefined) => void;
  onAnswers: (change: (answers: Answers) => Answers) => void;
  onDone: (done: DoneImport) => void;
  /** Keeps all of it for when the owner comes back. Returns whether it could. */
  onKeep: () => boolean;
}

function ImportForm(props: ImportFormProps) {
  const {
    menu,
    isRestored,
    text,
    files,
    doubts,
    table: chosen,
    categoryId,
    answers,
    takesFocus,
    onText,
    onDoubts,
    onTable,
    onAnswers,
    onDone,
    onKeep,
  } = props;
  const money = useRestaurantMoney();
  const [fileError, setFileError] = useState<string>();
  const { isOn: hasAssistant } = useAssistant();
  const [isReading, setIsReading] = useState(false);
  const [progress, setProgress] = useState<PhotoProgress>();
  const cancel = useRef<AbortController>(undefined);
  // A photo would be read on for a minute.
  useEffect(() => () => cancel.current?.abort(), []);
  const [language, setLanguage] = useState<string>();
  /** What was read, and its encoding where that is a guess. */
  const [readFrom, setReadFrom] = useState<ReadFrom>();
  const [guess, setGuess] = useState<GuessedEncoding>();
  const { data: tenant } = useTenant();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  // Typing stays quick while a long menu is read.
  const deferred = useDeferredValue(text);
  const pasted = useMemo(() => {
    const found = readCsv(deferred.slice(0, PASTED_TABLE_MAX));
    return found && { ...found, ...(guess && { encoding: guess }) };
  }, [deferred, guess]);
  const ofColumns = chosen?.table ?? pasted;
  const read = useMemo(() => {
    const names = menu.categories.map(({ name }) => name);
    return inMenuCase(readMenuText(ofColumns ? '' : deferred, money.digits), names);
  }, [ofColumns, deferred, money.digits, menu.categories]);
  const ofText = useMemo(() => {
    const found = tableOfText(read, { text: deferred, doubts });
    return found && { ...found, source: deferred, ...(guess && { encoding: guess }) };
  }, [read, deferred, doubts, guess]);
  const table = ofColumns ?? ofText;
  const unnamed = menu.categories.find(({ id }) => id === categoryId)?.name ?? UNNAMED;
  const given = useMemo(
    () =>
      ofColumns
        ? { ...answers, columns: { ...rememberedColumns(ofColumns.headings), ...answers.columns } }
        : { ...answers, unnamed },
    [ofColumns, answers, unnamed],
  );
  const form = useUnsavedChanges(text.trim() !== '' || chosen !== undefined);
  const leaveKept = () => {
    if (onKeep()) leaveUnasked(form);
  };

  // On a phone the preview is below the field: what was pasted would seem to be all.
  const preview = useRef<HTMLDivElement>(null);
  const wasPasted = useRef(false);
  useEffect(() => {
    if (!table || !wasPasted.current) return;
    wasPasted.current = false;
    const isBelow = (preview.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2;
    if (isBelow) preview.current?.scrollIntoView();
  }, [table]);

  const type = (next: string) => {
    onText(next);
    if (next.trim() === '') {
      setGuess(undefined);
      setReadFrom(undefined);
    }
    setFileError(undefined);
  };
  // What was typed is kept for when the table is removed.
  const takeTable = (next: TableFile | undefined) => {
    onTable(next);
    onAnswers(() => NO_ANSWERS);
    setFileError(undefined);
  };
  const takeFiles = async (chosenFiles: readonly File[] | undefined, again?: ReadAgain) => {
    const [first] = chosenFiles ?? [];
    if (!chosenFiles || !first || isReading) return;
    setIsReading(true);
    cancel.current = new AbortController();
    const languages = tenant && [tenant.languages?.base ?? DEFAULT_LANGUAGE, ...(tenant.languages?.others ?? [])];
    const byAi = again?.byAi === true;
    const isSent = byAi || (again !== undefined && readFrom?.isSent === true);
    if (byAi) setReadFrom((before) => before && { ...before, isSent });
    const found = await readFiles(chosenFiles, {
      languages,
      encoding: again?.encoding,
      photos: {
        byAi,
        language: again ? again.language : language,
        onProgress: setProgress,
        signal: cancel.current.signal,
      },
    });
    setIsReading(false);
    setProgress(undefined);
    if ('isCancelled' in found) return;
    if ('error' in found) {
      setFileError(found.error);
      if (found.isPicture) setReadFrom({ files: chosenFiles, isPicture: true, byAi: false, isSent });
    } else if ('table' in found) {
      // Of a table that is there already, the typed text was asked about.
      if (!chosen && !(await mayReplace(text, undefined, first.name))) return;
      takeTable({ name: first.name, table: found.table });
      setReadFrom({ files: chosenFiles, isPicture: false, byAi, isSent });
    } else {
      const isPicture = byAi || found.doubts !== undefined;
      // Below the table of the AI it would be no row.
      const isNextPage = !again && isPicture && readFrom?.isPicture === true && !readFrom.byAi && text.trim() !== '';
      const next = isNextPage ? `${text.trimEnd()}\n\n${found.text}` : found.text;
      const isUnchanged = again !== undefined && text === readFrom?.text;
      const isAsked = !isNextPage && !isUnchanged;
      if (isAsked && !(await mayReplace(text, found.text, first.name))) return;
      takeTable(undefined);
      type(next);
      setGuess(found.encoding);
      onDoubts(isNextPage ? [...doubts, ...(found.doubts ?? [])] : (found.doubts ?? NO_DOUBTS));
      setReadFrom({
        files: isNextPage ? [...readFrom.files, ...chosenFiles] : chosenFiles,
        isPicture,
        byAi,
        isSent: isSent || (isNextPage && readFrom.isSent),
        text: next,
      });
    }
  };
  const takeGiven = useEffectEvent(() => takeFiles(files));
  useEffect(() => void takeGiven(), []);
  const drop = (event: DragEvent) => {
    const dropped = [...event.dataTransfer.files];
    // Text that is dragged into the field goes there by itself.
    if (dropped.length === 0) return;
    event.preventDefault();
    void takeFiles(dropped);
  };
  const photo = readFrom?.isPicture && (
    <PhotoNotice
      isReading={isReading}
      byAi={readFrom.byAi}
      isSent={readFrom.isSent}
      language={language}
      onLanguage={(next) => {
        setLanguage(next);
        void takeFiles(readFrom.files, { language: next });
      }}
      onReadByAi={() => void takeFiles(readFrom.files, { byAi: true, language })}
    />
  );
  const picker = (
    <>
      <FromPlaceButton onFile={(file) => void takeFiles([file])} />
      <FileButton size="sm" accept={ACCEPTED} multiple busy={isReading} onFiles={(next) => void takeFiles(next)}>
        {isReading ? 'Reading…' : 'Choose a File or Photo'}
      </FileButton>
    </>
  );
  const source = (
    <Card className="flex flex-col gap-4 p-5 sm:p-7" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {isRestored && <RestoredNotice />}
      {progress && <ReadingPhotos progress={progress} onCancel={() => cancel.current?.abort()} />}
      {chosen ? (
        <ChosenTable
          name={chosen.name}
          rows={chosen.table.rows.length}
          error={fileError}
          onRemove={() => takeTable(undefined)}
        >
          {picker}
        </ChosenTable>
      ) : (
        <div className="flex flex-col gap-4">
          {/* Above the field, which is higher than a phone. */}
          {fileError && <Alert>{fileError}</Alert>}
          {photo}
          <FormField
            label="Your menu"
            hint={`A heading for each category, then a dish and its price on each line. A description can follow below. A table from a spreadsheet works too. ${hasAssistant ? 'Photos are read on this device, unless you choose Read with AI.' : 'Photos are read on this device and sent nowhere.'}`}
            aside={<div className="flex flex-wrap justify-end gap-2.5">{picker}</div>}
          >
            <Textarea
              ref={field}
              dir="auto"
              rows={14}
              spellCheck={false}
              readOnly={isReading}
              className="max-h-[70vh] min-h-72 font-mono sm:text-sm"
              placeholder={
                'STARTERS\nBurrata ........ 14.50\nTomatoes, basil, olive oil\nOlives 4.50\n\nPASTA\nCarbonara 13'
              }
              value={text}
              onPaste={() => {
                wasPasted.current = text.trim() === '';
              }}
              onChange={({ target }) => type(target.value)}
            />
          </FormField>
        </div>
      )}
    </Card>
  );
  const cut = read.cut !== undefined && (
    <Alert tone="warning">
      {read.cut === 0
        ? 'The first line is longer than a menu.'
        : `This is more than a menu can hold. Everything after line ${formatCount(read.cut)} was left out.`}
    </Alert>
  );
  const leftOut = read.rest.length > 0 && (
    <details className="text-sm text-ink-muted">
      <summary className="cursor-pointer py-2 font-medium">{many(read.rest.length, 'line', 'lines')} skipped</summary>
      <ul className="flex flex-col gap-1 pt-2">
        {read.rest.map(({ line, text }) => (
          <li key={`${line} ${text}`} dir="auto" className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
  return (
    <div className={cn('grid grid-cols-1 items-start gap-6', chosen ? 'xl:grid-cols-[22rem_1fr]' : 'xl:grid-cols-2')}>
      {source}
      <Card ref={preview} className="flex scroll-mt-18 flex-col gap-6 p-5 max-sm:mb-20 sm:p-7">
        {table ? (
          <TableImport
            table={table}
            money={money}
            answers={given}
            onAnswers={onAnswers}
            onEncoding={readFrom && ((encoding) => void takeFiles(readFrom.files, { encoding }))}
            onLeave={leaveKept}
            onDone={onDone}
          >
            {cut}
            {ofText && leftOut}
          </TableImport>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="display text-xl">Preview</h2>
              <Button disabled>Import</Button>
            </div>
            {cut}
            <EmptyState
              title={text.trim() === '' ? 'Nothing to import yet' : 'No dishes found'}
              description={
                text.trim() === ''
                  ? 'Dishes show here as you paste or type.'
                  : 'Put each dish on its own line, with its price at the end.'
              }
              action={text.trim() === '' && <SampleMenu onText={type} />}
            />
          </>
        )}
      </Card>
    </div>
  );
}
