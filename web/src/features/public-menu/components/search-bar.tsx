import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { usePageWords } from '../words/page-words.ts';

/** The look of a round button beside the tabs. */
export const BUTTON =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted outline-offset-[-3px] hover:text-ink';

/** The button that opens the search. */
export function SearchButton({ onOpen, focused }: { onOpen: () => void; focused: boolean }) {
  const { say, own } = usePageWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <button {...own} ref={button} type="button" aria-label={say('search')} onClick={onOpen} className={BUTTON}>
      <Search aria-hidden className="size-5" />
    </button>
  );
}

interface SearchBarProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  panelId: string;
}

/** The search field, in the place of the tabs. Escape closes it. */
export function SearchBar({ query, onQuery, onClose, panelId }: SearchBarProps) {
  const { say, own } = usePageWords();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <search className="absolute inset-0 z-20 bg-paper">
      <div className="mx-auto flex h-full max-w-5xl items-center gap-1 px-5 sm:px-8">
        <span className="flex min-w-0 flex-1 items-center gap-2 rounded-full border border-line-control bg-surface ps-4 focus-within:outline-2 focus-within:outline-(--menu-accent)">
          <Search aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
          <input
            ref={input}
            type="search"
            enterKeyHint="search"
            aria-label={say('search')}
            aria-controls={panelId}
            placeholder={say('searchHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            dir="auto"
            value={query}
            onChange={(event) => onQuery(event.target.value)}
            onKeyDown={(event) => {
              // The input method's own, such as the Enter that ends a word in Japanese. Android's Enter comes while composing, too.
              if (event.keyCode === 229) return;
              if (event.key === 'Escape') onClose();
              // Done typing: the results get the screen that the keyboard took.
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            className="h-11 min-w-0 flex-1 bg-transparent pe-4 text-base outline-none [appearance:textfield] placeholder:text-ink-muted [&::-webkit-search-cancel-button]:hidden"
          />
        </span>
        <button {...own} type="button" aria-label={say('closeSearch')} onClick={onClose} className={`${BUTTON} -me-3`}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </search>
  );
}
