import type { Languages } from '@tavola/contracts/languages.ts';
import { SearchX, Sparkles, UtensilsCrossed } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { useAssistant } from '../../../lib/menu/assistant.ts';
import { AssistantRefusal } from '../../../lib/menu/assistant-refusal.tsx';
import { formatCount } from '../../../lib/text/format.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTexts } from '../api.ts';
import { type Filter, type Group, keyOf, keysOf, onlyTexts, progressOf, type Text, textsOf } from '../texts.ts';
import { type Suggestions, useSuggestions } from '../use-suggestions.ts';
import { useKeptTranslations } from '../use-translation.ts';
import { ProgressLine } from './progress-line.tsx';
import { TranslationCards } from './translation-cards.tsx';
import { TranslationList } from './translation-list.tsx';

/** All texts beside their translations into `lang`, each saved when its field is left. */
export function TranslationScreen({ lang, languages }: { lang: string; languages: Languages }) {
  const { groups, ...query } = useTexts(lang);
  if (query.isError) return <LoadErrorCard title="Couldn't load the translations" query={query} />;
  if (!groups) return <TranslationsSkeleton />;
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<UtensilsCrossed />}
          title="Nothing to translate yet"
          description="Once your menu has categories and items, their names and descriptions appear here."
        />
      </Card>
    );
  }
  return <Translations key={lang} groups={groups} lang={lang} base={languages.base} />;
}

function Translations({ groups, lang, base }: { groups: readonly Group[]; lang: string; base: string }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const assistant = useAssistant();
  const isPhone = useMediaQuery('(max-width: 39.99rem)');
  const progress = useMemo(() => progressOf(textsOf(groups)), [groups]);
  const first = useMemo(() => groups.map(({ key }) => key).join(), [groups]);
  // What the filter leaves is decided when it is chosen: a text that was just translated must not leave the page at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with each saved text
  const keys = useMemo(() => keysOf(groups, filter, search), [filter, search, first]);
  const shown = useMemo(() => onlyTexts(groups, keys), [groups, keys]);
  const suggestions = useSuggestions(base, lang);
  const isRestored = useKeptTranslations(lang);
  const shows = { groups: shown, lang, base, suggestions: suggestions.byKey };
  return (
    <div className="flex flex-col gap-5">
      <ProgressLine lang={lang} progress={progress} />
      {isRestored && <RestoredNotice />}
      {assistant.isOn && <SuggestButton texts={textsOf(shown)} suggestions={suggestions} refusal={assistant.refusal} />}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SearchInput label="Search texts" value={search} onValueChange={setSearch} />
        <Segmented
          label="Show"
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'all', label: 'All', count: formatCount(progress.texts) },
            { value: 'missing', label: 'Missing', count: formatCount(progress.missing) },
            { value: 'review', label: 'To review', count: formatCount(progress.toReview) },
          ]}
        />
      </div>
      <p className="text-sm text-ink-muted max-sm:hidden">
        Saved when you leave the field. Ctrl+Enter (⌘+Enter on a Mac) saves and moves to the next. Esc undoes.
      </p>
      {shown.length === 0 ? (
        <Card>
          <EmptyState
            icon={<SearchX />}
            title={search.trim() === '' ? `All done in ${languageName(lang)}` : 'No text matches your search'}
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  setFilter('all');
                  setSearch('');
                }}
              >
                Show All Texts
              </Button>
            }
          />
        </Card>
      ) : isPhone ? (
        <TranslationCards key={`${filter} ${search}`} {...shows} />
      ) : (
        <TranslationList {...shows} />
      )}
    </div>
  );
}

/** Asks the AI for translations of those `texts` that lack one. */
function SuggestButton({ texts, suggestions: { byKey, progress, ask }, refusal }: SuggestButtonProps) {
  const wanted = texts.filter((text) => (text.text === null || text.isStale) && !byKey.has(keyOf(text)));
  if (!progress && wanted.length === 0) return null;
  if (refusal) return <AssistantRefusal>{refusal}</AssistantRefusal>;
  return (
    <Button variant="secondary" className="self-start" busy={progress !== undefined} onClick={() => void ask(wanted)}>
      {!progress && <Sparkles aria-hidden />}
      {progress
        ? `Translating ${formatCount(progress.done)} of ${formatCount(progress.all)}…`
        : `Suggest ${wanted.length === 1 ? 'a Translation' : `${formatCount(wanted.length)} Translations`}`}
    </Button>
  );
}

interface SuggestButtonProps {
  texts: readonly Text[];
  suggestions: Suggestions;
  /** Why the user may not ask. */
  refusal: string | undefined;
}

function TranslationsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading translations…</span>
      <Skeleton className="h-8" />
      <Skeleton className="h-11" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
