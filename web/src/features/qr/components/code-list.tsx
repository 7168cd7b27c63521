import type { Code } from '@tavola/contracts/qr.ts';
import { Plus, Printer, QrCode, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { findCodes } from '../filter-codes.ts';
import { codesText } from '../sheet-plan.ts';
import { CodeRow } from './code-row.tsx';

/** From this many codes on, a search field shows. */
const SEARCH_FROM = 9;

interface CodeListProps {
  codes: readonly Code[];
  linkBase: string;
  scansOf: (code: Code) => number | undefined;
  chosen: ReadonlySet<string>;
  onChosenChange: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  retiringId: string | undefined;
  onAdd: () => void;
  onRename: (code: Code) => void;
  onRetire: (code: Code) => void;
  onPrint: () => void;
}

/** The codes in use, with search, selection and printing. */
export function CodeList({ codes, linkBase, scansOf, chosen, onChosenChange, ...does }: CodeListProps) {
  const [search, setSearch] = useState('');
  const shown = findCodes(codes, search);
  const isAllChosen = shown.length > 0 && shown.every(({ id }) => chosen.has(id));

  const choose = useCallback(
    (ids: readonly string[], isChosen: boolean) =>
      onChosenChange((before) => {
        const after = new Set(before);
        for (const id of ids) {
          if (isChosen) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
    [onChosenChange],
  );
  const chooseOne = useCallback((id: string, isChosen: boolean) => choose([id], isChosen), [choose]);

  return (
    <>
      <Card className="overflow-hidden">
        {codes.length > 1 && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-3.5 sm:px-6">
            <Checkbox
              label={search === '' ? 'Select all' : 'Select all results'}
              checked={isAllChosen}
              disabled={shown.length === 0}
              onCheckedChange={(next) =>
                choose(
                  shown.map(({ id }) => id),
                  next,
                )
              }
            />
            {codes.length >= SEARCH_FROM && (
              <SearchInput
                label="Search codes"
                value={search}
                onValueChange={setSearch}
                className="sm:ms-auto sm:max-w-72"
              />
            )}
          </div>
        )}
        <p role="status" className="sr-only">
          {search !== '' && `${formatCount(shown.length)} of ${codesText(codes.length)} shown`}
        </p>
        {shown.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No codes found"
            description="No code name matches your search."
            action={
              <Button variant="secondary" onClick={() => setSearch('')}>
                Show All Codes
              </Button>
            }
          />
        ) : (
          <ul aria-label="Codes">
            {shown.map((code) => (
              <CodeRow
                key={code.id}
                code={code}
                link={linkBase + code.id}
                scans={scansOf(code)}
                chosen={chosen.has(code.id)}
                retiring={code.id === does.retiringId}
                onChoose={chooseOne}
                onRename={does.onRename}
                onRetire={does.onRetire}
              />
            ))}
          </ul>
        )}
        {codes.length === 1 && (
          <EmptyState
            icon={<QrCode />}
            title="A code for every place"
            description="Give each table, window or takeout bag its own code, and see where guests scan."
            action={
              <Button variant="secondary" onClick={does.onAdd}>
                <Plus aria-hidden />
                Add Your First Codes
              </Button>
            }
            className="border-t border-line"
          />
        )}
      </Card>
      {chosen.size > 0 && (
        // Stays in view while the list scrolls, above a phone's bottom bar.
        <div className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 flex items-center justify-between gap-3 rounded-full border border-line bg-surface py-2 ps-5 pe-2 shadow-float">
          <p role="status" className="min-w-0 text-sm text-ink-muted">
            {`${formatCount(chosen.size)} selected`}
          </p>
          <div className="flex gap-1">
            <Button variant="ghost" onClick={() => onChosenChange(() => new Set())} className="max-sm:px-3">
              Clear
            </Button>
            <Button onClick={does.onPrint}>
              <Printer aria-hidden />
              Print Sheet
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
