import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useConfirmDraft } from '../../../lib/draft/confirm-draft.ts';
import { errorText, isRefusal } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import { useWholeMenu } from '../../../lib/menu-table/whole-menu.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { carryPictures } from '../../../lib/pictures/carried-pictures.ts';
import { useMay } from '../../../lib/session/may.ts';
import { otherPlaces } from '../../../lib/session/other-places.ts';
import { placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FloatingAction } from '../../../ui/floating-action.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAddParts, useAddTexts } from '../add-parts.ts';
import type { CellProblem } from '../table/compare-cells.ts';
import { draftOfTable } from '../table/draft-of-table.ts';
import { asksPrice, leftOutInWords } from '../table/left-out.ts';
import { declaredIn, picturesIn } from '../table/own-cells.ts';
import { type Answers, type PlannedRow, planTable, type TablePlan } from '../table/plan-table.ts';
import { sameName } from '../table/read-cells.ts';
import { addsParts, newCategoryFields, readParts, withoutParts, withParts } from '../table/read-parts.ts';
import { rememberColumns } from '../table/remembered-columns.ts';
import { type ReadTable, ROWS_MAX } from '../table/table-of.ts';
import { AskCategory } from './ask-category.tsx';
import { ColumnStep } from './column-step.tsx';
import type { DeclaredDishes } from './declared-elsewhere.tsx';
import { PartsInFile } from './parts-in-file.tsx';
import { PlannedMenu } from './planned-menu.tsx';
import { PricesToCheck } from './prices-to-check.tsx';
import { SourceNotes } from './source-notes.tsx';
import { CurrencyQuestion, DaypartsQuestion, EncodingQuestion, HeadingsQuestion } from './source-questions.tsx';
import { TableRows } from './table-rows.tsx';

/** What is done where a file has nothing new but its parts. */
const NOTHING: ConfirmedDraft = { change: null, categories: 0, added: 0, changed: 0, removed: 0 };

const FAILED = "Your changes couldn't be saved. Please try again.";
const REST_FAILED =
  'Photos, and translations of sizes, options and menu times, may be missing: import the same file again to add them.';
const UNKNOWN = "We couldn't confirm the changes. Please try again; nothing is done twice.";

/** What an import did. */
export interface DoneImport {
  imported: ConfirmedDraft;
  /** In words. */
  leftOut: string;
  /** Whether more was added than dishes. */
  hasParts: boolean;
  /** Dishes of another restaurant of the user that were declared there. */
  declared: DeclaredDishes | undefined;
}

interface TableImportProps {
  table: ReadTable;
  money: OwnMoney;
  answers: Answers;
  onAnswers: (change: (before: Answers) => Answers) => void;
  /** Notes about the source. */
  children?: ReactNode;
  /** Reads the file in another encoding; undefined where it is not there any more. */
  onEncoding: ((encoding: string) => void) | undefined;
  /** Keeps what was typed, as the owner leaves for Settings. */
  onLeave: () => void;
  /** Receives what was done. */
  onDone: (done: DoneImport) => void;
}

/** What a table, or a text, would change on the menu: each change before and after, and what is not read. */
export function TableImport(props: TableImportProps) {
  const { menu, ...query } = useWholeMenu();
  if (menu) return <TablePreview menu={menu} {...props} />;
  if (query.isError) return <LoadError title="Couldn't load your menu" query={query} />;
  return (
    <>
      <h2 className="display text-xl">Preview</h2>
      <div role="status">
        <span className="sr-only">Loading your menu…</span>
        <Skeleton className="h-64 rounded-card" />
      </div>
    </>
  );
}

function TablePreview({
  table,
  menu: known,
  money,
  answers,
  onAnswers,
  children,
  onEncoding,
  onLeave,
  onDone,
}: TableImportProps & { menu: WholeMenu }) {
  const [refused, setRefused] = useState<{ table: ReadTable; message: string }>();
  const { unnamed, leftParts } = answers;
  const { data: tenant } = useTenant();
  const languages = tenant?.languages;
  const maySet = useMay('settings.write');
  const { parts, unread } = useMemo(
    () => readParts(table.parts, { menu: known, languages }),
    [table.parts, known, languages],
  );
  const taken = useMemo(
    () => withoutParts(parts, maySet ? leftParts : [...(leftParts ?? []), 'languages']),
    [parts, leftParts, maySet],
  );
  const menu = useMemo(() => withParts(known, taken), [known, taken]);
  const isText = table.isText === true;
  const { columns, headings } = answers;
  const open = useMemo(
    () =>
      planTable(table, menu, money, {
        ...(columns && { columns }),
        ...(headings && { headings }),
      }).rows,
    [table, menu, money, columns, headings],
  );
  const plan = useMemo(() => planTable(table, menu, money, answers), [table, menu, money, answers]);
  const unanswered = useMemo(
    () => planTable(table, menu, money, columns && { columns }).rows,
    [table, menu, money, columns],
  );
  const mayBeCategories = unanswered.filter(({ key, problems }) =>
    problems.some(({ asksHeading }) => asksHeading === key),
  );
  const hasColumns = plan.open.length === 0;
  const asked = hasColumns ? open.filter(asksPrice) : [];
  const uncategorized =
    isText || !hasColumns ? [] : open.filter(({ problems }) => problems.some(({ asksCategory }) => asksCategory));
  const missingDayparts = hasColumns ? daypartsMissingIn(open) : new Map<string, string>();
  const isInList = (problem: CellProblem) =>
    !isAsked(problem) && !problem.asksDayparts?.every((name) => missingDayparts.has(sameName(name)));
  const addParts = useAddParts();
  const confirm = useConfirmDraft();
  const addTexts = useAddTexts();
  const isSaving = addParts.isPending || confirm.isPending || addTexts.isPending;
  const counts = countsOf(plan);
  const isNothing = counts.change + counts.add + counts.categories === 0;
  const { user } = useCurrentUser();
  const places = useMemo(() => new Set(placesOf(user).map(({ id }) => id)), [user]);
  const pictures = useMemo(() => picturesIn(table, plan.rows, places), [table, plan.rows, places]);
  const takesPictures = pictures.length > 0 && !leftParts?.includes('pictures');
  const hasParts = takesPictures || addsParts(taken, known);
  const problems = isText || !hasColumns ? [] : plan.rows.filter(({ problems }) => problems.some(isInList));
  const isHeld = !hasColumns || plan.currency !== undefined || plan.encoding !== undefined;
  const unnamedTimes = [...missingDayparts.keys()].filter((name) => answers.dayparts?.[name] === undefined).length;
  const isWaiting = isHeld || asked.length + uncategorized.length + mayBeCategories.length + unnamedTimes > 0;
  const tooMany = tooManyCategories(menu.categories.length + newCategories(plan));
  const foreign = plan.rows.filter(({ isForeign, action }) => isForeign && action === 'add').length;

  /** What needs the dishes to be there. */
  const addRest = async () => {
    const saved = await addTexts.mutateAsync(taken.texts);
    if (!takesPictures) return '';
    const found = picturesIn(table, planTable(table, saved, money, answers).rows, places);
    carryPictures(found.flatMap(({ item, ...one }) => (item ? [{ ...one, item: item.id }] : [])));
    return '';
  };
  const submit = async () => {
    try {
      const full = hasParts ? await addParts.mutateAsync({ menu: known, parts: taken }) : known;
      const made = planTable(table, full, money, answers);
      const draft = draftOfTable(made, newCategoryFields(taken, full));
      const imported = isNothing ? NOTHING : await confirm.mutateAsync(draft);
      // The sizes of new dishes have no translations before they are there.
      const hasNewTexts = counts.add > 0 && taken.texts.some(({ kind }) => kind === 'variant');
      const rest = hasParts || hasNewTexts ? await addRest().catch(() => REST_FAILED) : '';
      const place = otherPlaces(user).find(({ id }) => id === parts.restaurant);
      const count = place ? declaredIn(table, made.rows) : 0;
      const leftOut = [leftOutInWords(made, isText), rest].filter(Boolean).join(' ');
      onDone({ imported, leftOut, hasParts, declared: place && count > 0 ? { place, count } : undefined });
    } catch (error) {
      const isRefused = isRefusal(error);
      setRefused(isRefused ? { table, message: errorText(error, FAILED) } : undefined);
      toastFailure(error, 'Import failed', isRefused ? FAILED : UNKNOWN);
    }
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="display text-xl">Preview</h2>
          <p role="status" className="text-ink-muted">
            {inWords(counts)}
          </p>
        </div>
        <FloatingAction
          disabled={(isNothing && !hasParts) || isHeld || tooMany !== undefined}
          busy={isSaving}
          onClick={() => void submit()}
        >
          {isSaving
            ? 'Saving…'
            : isText && counts.change === 0
              ? ['Import', counts.add > 0 && many(counts.add, 'Dish', 'Dishes')].filter(Boolean).join(' ')
              : 'Save Changes'}
        </FloatingAction>
      </div>
      {refused?.table === table && <Alert>{refused.message}</Alert>}
      {tooMany && <Alert tone="warning">{tooMany}</Alert>}
      {children}
      {table.isCut && (
        <Alert tone="warning">
          This table has more than {formatCount(ROWS_MAX)} rows. Only the first {formatCount(ROWS_MAX)} were read.
        </Alert>
      )}
      {plan.exceeding > 0 && (
        <Alert tone="warning">
          {formatCount(plan.exceeding)} {plan.exceeding === 1 ? 'dish is' : 'dishes are'} left out: a menu holds at most
          2,000.
        </Alert>
      )}
      <SourceNotes table={table} />
      {plan.rows.some(({ doubts }) => doubts) && (
        <Alert tone="warning">Marked words were hard to read. Check them against your photo.</Alert>
      )}
      {plan.encoding && (
        <EncodingQuestion
          guess={plan.encoding}
          onChoose={onEncoding}
          onRight={(encoding) => onAnswers((before) => ({ ...before, encoding }))}
        />
      )}
      {plan.currency && (
        <CurrencyQuestion
          sign={plan.currency.sign}
          own={money.currency ?? ''}
          onLeave={onLeave}
          onTake={(sign) => onAnswers((before) => ({ ...before, currencies: [...(before.currencies ?? []), sign] }))}
        />
      )}
      {hasColumns && mayBeCategories.length > 0 && (
        <HeadingsQuestion
          headings={mayBeCategories}
          value={headings}
          onChoose={(key, isCategory) =>
            onAnswers((before) => ({ ...before, headings: { ...before.headings, [key]: isCategory } }))
          }
        />
      )}
      {!isText && (
        <ColumnStep
          table={table}
          plan={plan}
          langs={menu.translations.map(({ lang }) => lang)}
          onUse={(key, use) =>
            onAnswers((before) => {
              const columns = { ...before.columns, [key]: use };
              rememberColumns(table.headings, columns);
              return { ...before, columns };
            })
          }
        />
      )}
      {foreign > 0 && (
        <Alert tone="warning">
          {foreign === 1 ? 'One row has an ID' : `${formatCount(foreign)} rows have IDs`} of another menu, and will be
          added as new.
        </Alert>
      )}
      {uncategorized.length > 0 && (
        <AskCategory
          count={uncategorized.length}
          names={menu.categories.map(({ name }) => name)}
          value={unnamed}
          onChange={(name) => onAnswers((before) => ({ ...before, unnamed: name }))}
        />
      )}
      <PartsInFile
        parts={maySet ? parts : { ...parts, languages: undefined }}
        pictures={pictures}
        left={leftParts ?? []}
        onLeave={(left) => onAnswers((before) => ({ ...before, leftParts: left }))}
      />
      {unread.length > 0 && (
        <Alert tone="warning" title="Not in this import">
          {unread.join(' ')}
        </Alert>
      )}
      {missingDayparts.size > 0 && (
        <DaypartsQuestion
          names={[...missingDayparts.values()]}
          dayparts={menu.dayparts}
          value={answers.dayparts}
          onChoose={(name, id) =>
            onAnswers((before) => ({ ...before, dayparts: { ...before.dayparts, [sameName(name)]: id } }))
          }
          onLeave={onLeave}
        />
      )}
      {asked.length > 0 && (
        <PricesToCheck
          asked={asked}
          answers={answers}
          money={money}
          onPrice={(key, price) =>
            onAnswers((before) => ({
              ...before,
              prices: { ...before.prices, [key]: price },
              sizes: { ...before.sizes, [key]: undefined },
            }))
          }
          onSizes={(key, names, replaces) =>
            onAnswers((before) => ({
              ...before,
              prices: { ...before.prices, [key]: null },
              sizes: { ...before.sizes, [key]: names },
              replaced: { ...before.replaced, [key]: replaces },
            }))
          }
          onReading={(reading) => onAnswers((before) => ({ ...before, reading }))}
        />
      )}
      {problems.length > 0 && (
        <details open={problems.length <= 10} className="rounded-control bg-saffron-soft p-4 text-sm">
          <summary className="-my-3 cursor-pointer py-3 font-semibold text-saffron-ink">
            {formatCount(problems.length)} {problems.length === 1 ? 'row has something' : 'rows have something'} to
            check
          </summary>
          <ul className="flex flex-col gap-1.5 pt-2">
            {problems.slice(0, SHOWN).flatMap(({ number, name, problems }) =>
              problems.filter(isInList).map(({ column, message }) => (
                <li key={`${number} ${column?.heading} ${message}`} className="wrap-anywhere">
                  Row {formatCount(number)}, <bdi className="font-medium">{name || 'no name'}</bdi>
                  {column && (
                    <>
                      , <bdi>{column.heading}</bdi>
                    </>
                  )}
                  : {message}
                </li>
              )),
            )}
          </ul>
        </details>
      )}
      {isText ? (
        <PlannedMenu
          plan={plan}
          money={money}
          onTaken={(key, isTaken) => onAnswers((before) => ({ ...before, taken: { ...before.taken, [key]: isTaken } }))}
        />
      ) : isNothing ? (
        <EmptyState
          title={isWaiting ? 'Nothing to save yet' : 'No changes'}
          description={
            isWaiting
              ? 'Answer the questions above first.'
              : counts.same > 0
                ? 'This table matches your menu.'
                : 'No dish in it can be added.'
          }
        />
      ) : (
        <TableRows plan={plan} money={money} />
      )}
    </>
  );
}

/** Most rows of a list of what to check. */
const SHOWN = 100;

/** What is asked for above the list. */
const isAsked = ({ choices, asksCategory, asksHeading }: CellProblem): boolean =>
  [choices, asksCategory, asksHeading].some(Boolean);

/** Most names of menu times that are asked for. */
const DAYPARTS_ASKED = 20;

/** The menu times that rows name and the menu lacks, by what names are compared by. */
function daypartsMissingIn(rows: readonly PlannedRow[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of rows.flatMap(({ problems }) => problems.flatMap(({ asksDayparts = [] }) => asksDayparts))) {
    if (names.size < DAYPARTS_ASKED && !names.has(sameName(name))) names.set(sameName(name), name);
  }
  return names;
}

const newCategories = ({ categories }: TablePlan) => categories.filter(({ id }) => id === undefined).length;

/** Says if the menu would have more categories than it can. */
function tooManyCategories(count: number): string | undefined {
  const { most, message } = QUOTAS.categories;
  return count > most
    ? `${message} Yours would have ${formatCount(count)}: leave out ${formatCount(count - most)}.`
    : undefined;
}

function countsOf({ rows, categories }: TablePlan) {
  const count = (action: PlannedRow['action']) => rows.filter((row) => row.action === action).length;
  return {
    change: count('change'),
    add: count('add'),
    same: count('same'),
    skip: count('skip'),
    categories: categories.filter(({ id, changes }) => id === undefined || changes.length > 0).length,
  };
}

/** As in '2 changed · 1 new · 62 unchanged'. */
function inWords({ change, add, same, skip, categories }: ReturnType<typeof countsOf>): string {
  const parts = [
    [change, 'changed'],
    [add, 'new'],
    [same, 'unchanged'],
    [skip, 'left out'],
    [categories, categories === 1 ? 'category' : 'categories'],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${formatCount(count)} ${word}`)
      .join(' · ') || 'No rows'
  );
}
