import { type RefObject, useEffect } from 'react';
import { type Found, placesOf } from './search-menu.ts';

/** How many places are marked at most. */
const MARKS_MAX = 500;

/** The names, of dishes, sizes and options, and the descriptions in the panel that a search reads. */
const SEARCHED =
  'h2, .dish-name, .dish-open, .dish-text > p.text-ink-muted, .dish-text > .text-ink-muted > p, :is(.dish-sizes, .dish-choices) bdi';

/**
 * Marks what a search found in the texts of `panel` (`::highlight(found)` in app/menu.css), and unfolds the options in which it
 * found something. The dishes are not rendered again for it; an older browser shows no marks.
 */
export function useFoundMarks(panel: RefObject<HTMLElement | null>, found: Found): void {
  useEffect(() => {
    if (!found.words.length) return;
    const ranges: Range[] = [];
    for (const element of panel.current?.querySelectorAll(SEARCHED) ?? []) {
      const text = element.firstChild;
      if (!(text instanceof Text)) continue;
      for (const [from, to] of placesOf(found, text.data)) {
        const range = new Range();
        range.setStart(text, from);
        range.setEnd(text, to);
        ranges.push(range);
        element.closest('.options')?.closest('details')?.setAttribute('open', '');
      }
      if (ranges.length >= MARKS_MAX) break;
    }
    if (typeof Highlight !== 'function') return;
    CSS.highlights.set('found', new Highlight(...ranges));
    return () => void CSS.highlights.delete('found');
  }, [panel, found]);
}
