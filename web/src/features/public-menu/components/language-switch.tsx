import Languages from 'lucide-react/icons/languages';
import { type MouseEvent, useRef, useState } from 'react';
import { cn } from '../../../ui/cn.ts';
import { languageName, languagesOf } from '../languages.ts';
import { pagePath } from '../menu-address.ts';
import type { ShownLanguage } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

export interface LanguageSwitchProps {
  slug: string;
  language: ShownLanguage;
  onChoose: (tag: string) => Promise<void>;
}

/** The languages of a menu, as links that work without scripts; nothing for a menu in one language. */
export function LanguageSwitch({ slug, language, onChoose }: LanguageSwitchProps) {
  const { say, own } = usePageWords();
  const box = useRef<HTMLDetailsElement>(null);
  /** The language that was chosen, until the menu shows it. */
  const [wanted, setWanted] = useState<string>();
  const tags = languagesOf(language);

  const close = () => {
    if (!box.current?.open) return;
    box.current.open = false;
    box.current.querySelector('summary')?.focus({ preventScroll: true });
  };
  const choose = async (event: MouseEvent, tag: string) => {
    // In a new tab, if the guest wants so.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    close();
    setWanted(tag);
    await onChoose(tag);
    setWanted((now) => (now === tag ? undefined : now));
  };

  if (tags.length < 2) return null;
  const shown = wanted ?? language.tag;
  return (
    <details
      ref={box}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="relative ms-auto shrink-0 self-start print:hidden"
    >
      <summary
        aria-busy={shown !== language.tag}
        className="flex min-h-11 cursor-pointer list-none flex-col items-center justify-center gap-0.5 rounded-tag text-xs font-medium aria-busy:opacity-60 sm:flex-row sm:gap-2 sm:text-base [&::-webkit-details-marker]:hidden"
      >
        {/* Over the page while the list is open: a tap beside the list closes it. */}
        <span aria-hidden className="fixed inset-0 z-20 hidden in-open:block" />
        <Languages aria-hidden className="size-4.5 shrink-0" />
        <span {...own} className="sr-only">
          {say('language')}:
        </span>
        <Name tag={shown} className="underline decoration-1 underline-offset-4" />
      </summary>
      <ul className="absolute end-0 top-full z-20 min-w-44 rounded-control border border-line bg-surface py-1.5 text-ink shadow-float">
        {tags.map((tag) => (
          <li key={tag}>
            <a
              href={pagePath({ slug, lang: tag === language.base ? undefined : tag })}
              hrefLang={tag}
              aria-current={tag === language.tag || undefined}
              onClick={(event) => choose(event, tag)}
              className={cn(
                'flex min-h-11 items-center px-4 outline-offset-[-3px] outline-(--menu-accent) hover:bg-sunken',
                tag === language.tag && 'font-bold',
              )}
            >
              <Name tag={tag} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The name of a language in itself. Devices may name rare languages in another way: the server's name stays. */
const Name = ({ tag, className }: { tag: string; className?: string }) => (
  <bdi lang={tag} suppressHydrationWarning className={className}>
    {languageName(tag)}
  </bdi>
);
