import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { keyOf } from '../texts.ts';
import { TranslationField } from './translation-field.tsx';
import type { TranslationsProps } from './translation-list.tsx';

/** One dish at a time, for phones. */
export function TranslationCards({ groups, lang, base, suggestions }: TranslationsProps) {
  const cards = groups.flatMap(({ title, rows }) => rows.map((row) => ({ title, row })));
  const [at, setAt] = useState(0);
  const index = Math.min(at, cards.length - 1);
  const card = cards[index];
  const part = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another card is shown
  useEffect(() => {
    // On arrival, focus would open the keyboard over the page.
    if (!isFirst.current) part.current?.querySelector('textarea')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [index]);

  if (!card) return null;
  const { title, row } = card;
  return (
    <Card>
      <div ref={part} className="flex flex-col gap-5 p-5">
        <div className="flex flex-col gap-0.5">
          <p className="figures text-sm text-ink-muted">
            {formatCount(index + 1)} of {formatCount(cards.length)}
          </p>
          <h2 dir="auto" className="display text-xl wrap-anywhere">
            {title}
          </h2>
        </div>
        {row.texts.map((text, place) => (
          <TranslationField
            // Another card's field must not keep this one's text.
            key={keyOf(text)}
            text={text}
            of={row.name}
            lang={lang}
            base={base}
            suggestion={suggestions.get(keyOf(text))}
            onNext={() => {
              const next = part.current?.querySelectorAll('textarea')[place + 1];
              if (next) next.focus();
              else setAt(index + 1);
            }}
          />
        ))}
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line p-3">
        <Button variant="ghost" disabled={index === 0} onClick={() => setAt(index - 1)}>
          <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
          Previous
        </Button>
        <Button disabled={index === cards.length - 1} onClick={() => setAt(index + 1)}>
          Next
          <ChevronRight aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </div>
    </Card>
  );
}
