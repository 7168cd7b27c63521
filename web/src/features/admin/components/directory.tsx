import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type DirectoryCounts, SEARCH_LENGTH_MAX, type Standing, standing } from '@tavola/contracts/admin.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { DirectorySearch } from '../api.ts';
import { PagedList } from './paged-list.tsx';
import { StatusDialog, type StatusSubject } from './status-dialog.tsx';

/** Pause in typing after which the search starts, in milliseconds. */
const TYPING_PAUSE_MS = 250;

const FILTERS = [
  { value: 'all', label: 'All', counted: 'all' },
  { value: 'active', label: 'Active', counted: 'active' },
  { value: 'suspended', label: 'Suspended', counted: 'suspended' },
  { value: 'to-be-deleted', label: 'To be deleted', counted: 'toBeDeleted' },
] as const satisfies readonly { value: Standing | 'all'; label: string; counted: keyof DirectoryCounts }[];

interface DirectoryProps<Page, Row> {
  /** What is listed, as in 'restaurants'. */
  noun: { one: string; many: string };
  /** The search field's label: what is searched. */
  searchLabel: string;
  icon: ReactNode;
  useSearch: (search: DirectorySearch) => UseInfiniteQueryResult<Page[], Error>;
  rowsOf: (page: Page) => Row[];
  children: (row: Row, onChangeStatus: (subject: StatusSubject) => void) => ReactNode;
}

/** A searchable, paged list of all restaurants or users. Search and filter are kept in the address. */
export function Directory<Page extends { counts: DirectoryCounts }, Row extends { id: string }>({
  noun,
  searchLabel,
  icon,
  useSearch,
  rowsOf,
  children,
}: DirectoryProps<Page, Row>) {
  const [query, setQuery] = useAddressQuery();
  const q = (query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  const filter = standing.safeParse(query.get('standing')).data ?? 'all';
  const [text, setText] = useSearchText(q, (next) => search({ q: next }));
  const statusDialog = useDialogState<StatusSubject>();
  const found = useSearch({ q, standing: filter === 'all' ? undefined : filter });
  const counts = found.data?.[0]?.counts;

  const search = (change: { q?: string; standing?: Standing | 'all' }) => {
    const next = { q, standing: filter, ...change };
    setQuery(
      new URLSearchParams({
        ...(next.q && { q: next.q }),
        ...(next.standing !== 'all' && { standing: next.standing }),
      }),
    );
  };
  const showAll = () => {
    setText('');
    setQuery(new URLSearchParams());
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center">
        <SearchInput label={searchLabel} value={text} onValueChange={setText} className="lg:flex-1" />
        <Segmented
          label="Status"
          value={filter}
          options={FILTERS.map(({ value, label, counted }) => ({
            value,
            label,
            ...(counts && { count: formatCount(counts[counted]) }),
          }))}
          onValueChange={(next) => search({ standing: next })}
          wraps
        />
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {counts && !found.isPlaceholderData && summary(counts[countedBy(filter)], noun, q)}
      </p>
      <PagedList
        label={`${capitalized(noun.many)} found`}
        query={found}
        rowsOf={rowsOf}
        errorTitle={`Couldn't load the ${noun.many}`}
        empty={
          <EmptyState
            icon={icon}
            title={q ? `No ${noun.one} matches your search` : `No ${noun.many} here`}
            description={
              q
                ? 'Check the spelling, or search for part of a name, menu URL or email address.'
                : `No ${noun.one} has this status.`
            }
            action={
              (q || filter !== 'all') && (
                <Button variant="secondary" onClick={showAll}>
                  Show All
                </Button>
              )
            }
          />
        }
      >
        {(row) => <div className="flex items-center gap-4">{children(row, statusDialog.show)}</div>}
      </PagedList>
      {statusDialog.subject && (
        <StatusDialog
          key={statusDialog.key}
          open={statusDialog.open}
          subject={statusDialog.subject}
          onClose={statusDialog.close}
        />
      )}
    </div>
  );
}

/** The text in the search field. `onSearch` gets it once typing pauses; a new `q` in the address replaces it. */
function useSearchText(q: string, onSearch: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const asked = text.trim().slice(0, SEARCH_LENGTH_MAX);
  if (q !== shown) {
    setShown(q);
    if (q !== asked) setText(q);
  }
  // The latest onSearch: another filter may have been chosen since.
  const searchNow = useEffectEvent(() => onSearch(asked));
  useEffect(() => {
    if (asked === q) return;
    const timer = setTimeout(() => searchNow(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, q]);
  return [text, setText];
}

const countedBy = (filter: Standing | 'all') =>
  FILTERS.find(({ value }) => value === filter)?.counted ?? ('all' as const);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How many were found, as in '3 restaurants match “mario”'. */
function summary(count: number, { one, many }: { one: string; many: string }, q: string): string {
  const what = `${formatCount(count)} ${count === 1 ? one : many}`;
  if (!q) return what;
  return `${what} ${count === 1 ? 'matches' : 'match'} “${q}”`;
}
