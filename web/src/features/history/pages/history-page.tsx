import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { History, X } from 'lucide-react';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useUndo } from '../../../lib/draft/use-undo.tsx';
import { useWords } from '../../../lib/draft/use-words.ts';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { useMemberNames } from '../../../lib/session/use-member-names.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { zoneNote } from '../../../lib/times/time-zones.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type ConfirmOptions, confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { useHistory, useItemName } from '../api.ts';
import { actInWords, undoesOf, undoingInWords, undoneInWords } from '../change-in-words.ts';
import { ChangeRow } from '../components/change-row.tsx';

const ERROR_TITLE = "Couldn't load the history";
const NO_CONNECTION = 'Please check your connection and try again.';

/** The screen History: what changed on the menu, by day, and a way to undo it. */
export function HistoryPage() {
  useDocumentTitle('History');
  const [query, setQuery] = useAddressQuery();
  const item = /^[1-9]\d{0,9}$/.exec(query.get('item') ?? '')?.[0];
  const itemName = useItemName(item);
  const history = useHistory(item);
  const { data: tenant } = useTenant();
  const nameOfItem = itemName ?? history.data?.find(({ name }) => name !== null)?.name ?? 'this dish';

  return (
    <>
      <PageHeader
        title="History"
        description={`What changed on your menu in the last 400 days, and who changed it. You can undo all but declarations of allergens.${clockInWords(tenant?.timeZone)}`}
      />
      <div className="flex flex-col gap-5">
        {item !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 wrap-anywhere">
              Only changes to <bdi className="font-semibold">{nameOfItem}</bdi>
            </p>
            <Button variant="secondary" size="sm" onClick={() => setQuery(new URLSearchParams())}>
              <X aria-hidden />
              Show All
            </Button>
          </div>
        )}
        <Changes history={history} />
      </div>
    </>
  );
}

function Changes({ history }: { history: ReturnType<typeof useHistory> }) {
  const { user } = useCurrentUser();
  const names = useMemberNames({ isFresh: true });
  const words = useWords();
  const { undo, undoing } = useUndo();
  const { data, error, isError } = history;
  const text = useErrorText(error, NO_CONNECTION);

  if (hasFailed(history)) return <LoadErrorCard title={ERROR_TITLE} description={text} query={history} />;
  if (!data || !names) {
    return (
      <Card className="p-5 sm:p-7">
        <LoadingRows rows={3} row="h-16" className="gap-5" />
      </Card>
    );
  }
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<History />}
          title="Nothing changed yet"
          description="Every change to your menu will show here."
        />
      </Card>
    );
  }

  const byId = new Map(data.map((change) => [change.id, change]));
  const actorOf = ({ by, onDevice }: MenuChange) => {
    if (by === null) return 'Automatic';
    const name = names.get(by);
    // Whoever knows its PIN may have tapped there.
    if (onDevice) return name === undefined ? 'Kitchen tablet' : `Kitchen tablet (${name})`;
    return by === user?.id ? 'You' : (name ?? 'Someone else');
  };
  const askAndUndo = async (change: MenuChange) => {
    if (undoing !== undefined) return;
    const consequences = undoingInWords(change);
    if (consequences && !(await confirm(undoQuestion(change, consequences)))) return;
    undo(change.id, { description: undoneInWords(change) });
  };

  return (
    <div className="flex flex-col gap-6">
      {[...byDay(data, words.timeZone)].map(([day, changes]) => (
        <section key={day} aria-label={day} className="flex flex-col gap-2.5">
          <h2 className="display text-lg">{day}</h2>
          <Card>
            <ul className="divide-y divide-line">
              {changes.map((change) => (
                <li key={change.id} data-paged className="p-5 sm:px-7">
                  <ChangeRow
                    change={change}
                    undone={byId.get(undoesOf(change) ?? 0)}
                    actor={actorOf(change)}
                    words={words}
                    busy={undoing === change.id}
                    onUndo={() => void askAndUndo(change)}
                  />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {isError && <Alert title={ERROR_TITLE}>{text}</Alert>}
      <LoadMore query={history} />
    </div>
  );
}

/** Asks whether `change` shall be undone, and says what will happen. */
const undoQuestion = (change: MenuChange, consequences: readonly string[]): ConfirmOptions => ({
  title: (
    <>
      Undo “<bdi>{change.name}</bdi>
      {change.name !== null && ' '}
      {actInWords(change)}”?
    </>
  ),
  description: `${consequences.join(' ')} Your guests see it right away. ${
    change.kind === 'draft' ? 'What was changed since stays as it is.' : ''
  }`,
  confirmLabel: 'Undo',
  destructive: change.act === 'added' || ((change.after as DraftCounts | null)?.added ?? 0) > 0,
});

/** Whose clock counts, where the device has another one. */
const clockInWords = (zone: string | undefined): string =>
  zoneNote(zone) && ` Times are those of your restaurant${zoneNote(zone)}.`;

/** The changes by the day on which they were made in the restaurant, in their order. */
const byDay = (changes: readonly MenuChange[], zone: string): Map<string, MenuChange[]> =>
  Map.groupBy(changes, ({ at }) => formatDay(at, zone));
