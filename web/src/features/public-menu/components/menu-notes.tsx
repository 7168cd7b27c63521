import type { ShownTenant } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** What the restaurant says about its prices, below the menu: tax, service charge, tips. */
export function MenuNotes({ tenant: { pricesIncludeTax, notes, untranslated } }: { tenant: ShownTenant }) {
  const { say, own, base } = usePageWords();
  const written = (['tax', 'service', 'tip'] as const).filter((note) => notes?.[note]);
  if (pricesIncludeTax === undefined && written.length === 0) return null;
  return (
    <div className="mx-auto max-w-5xl px-5 pb-10 text-sm text-ink-muted sm:px-8 print:max-w-none print:break-inside-avoid print:px-0 print:pt-4 print:pb-0 print:text-xs">
      <div className="flex flex-col gap-1.5 border-t border-line pt-5 print:pt-3">
        {pricesIncludeTax !== undefined && <p {...own}>{say(pricesIncludeTax ? 'taxIncluded' : 'taxNotIncluded')}</p>}
        {written.map((note) => (
          <p
            key={note}
            dir="auto"
            lang={untranslated?.includes(`notes.${note}`) ? base : undefined}
            className="max-w-prose wrap-anywhere print:max-w-none"
          >
            {notes?.[note]}
          </p>
        ))}
      </div>
    </div>
  );
}
