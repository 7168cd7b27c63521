import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { languageOffer, offeredLanguage, rememberLanguage } from '../languages.ts';
import { pagePath } from '../menu-address.ts';
import { usePageWords } from '../words/page-words.ts';
import type { LanguageSwitchProps } from './language-switch.tsx';

/** Offers the guest's own language, at the bottom of the screen, so that nothing moves. Known to the phone only. */
export function LanguageOffer({ slug, language, onChoose }: LanguageSwitchProps) {
  const { say, own } = usePageWords();
  const [tag, setTag] = useState<string>();
  useEffect(() => setTag(offeredLanguage(language)), [language]);

  if (tag === undefined) return null;
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 flex justify-center px-5 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] print:hidden">
      <p className="pointer-events-auto flex min-w-0 items-center rounded-sheet border border-line bg-surface ps-5 pe-1 shadow-float">
        <a
          href={pagePath({ slug, lang: tag === language.base ? undefined : tag })}
          hrefLang={tag}
          lang={tag}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChoose(tag);
          }}
          className="flex min-h-11 min-w-0 items-center rounded-tag font-semibold underline decoration-1 underline-offset-4"
        >
          <bdi className="py-1 wrap-anywhere">{languageOffer(tag)}</bdi>
        </a>
        <button
          {...own}
          type="button"
          aria-label={say('close')}
          onClick={() => {
            // The guest stays with this language.
            rememberLanguage(language.tag);
            setTag(undefined);
          }}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted outline-offset-[-3px] hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </p>
    </div>
  );
}
