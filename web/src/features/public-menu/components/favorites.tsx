import { type FocusEvent, useContext } from 'react';
import { nameLang } from '../menu-sections.ts';
import type { ShownItem } from '../shown-menu.ts';
import { openInstead } from '../use-dish-sheet.ts';
import { usePageWords } from '../words/page-words.ts';
import { FilterVerdict } from './item-card.tsx';
import { FIRST_PICTURES, PicturesContext, Plate } from './plate.tsx';
import { Price } from './price.tsx';

const HEADING = 'favorites-name';

/** The width of a card, as in app/menu.css. */
const SIZES = '(width >= 64rem) 20rem, 15rem';

interface FavoritesProps {
  items: readonly ShownItem[];
  lang: string | undefined;
}

/** A strip of large cards before the menu. Each opens its dish; without scripts it leads to its place on the menu. */
export function Favorites({ items, lang }: FavoritesProps) {
  const { say, own, part, text, base } = usePageWords();
  const { open } = useContext(PicturesContext);
  const hasPictures = items.some(({ image }) => image);
  return (
    <section aria-labelledby={HEADING} className="favorites">
      <div className="section-head flex flex-col px-5 sm:px-8">
        <h2 {...own} id={HEADING} className="display text-2xl">
          {say('favorites')}
        </h2>
      </div>
      <ul className="favorites-strip">
        {items.map((item, index) => (
          <li key={item.id} {...part} className="flex max-w-80 flex-[1_0_14rem] snap-start">
            <a
              href={`#item-${item.id}`}
              aria-haspopup="dialog"
              onClick={(event) => openInstead(event, () => open(item.id))}
              onFocus={showWhole}
              className="favorite"
            >
              {hasPictures && (
                <Plate
                  name={item.name}
                  image={item.image}
                  lazy={index >= FIRST_PICTURES}
                  first={index === 0}
                  sizes={SIZES}
                  className={item.image ? 'favorite-plate' : 'dish-letter'}
                />
              )}
              <span {...text} lang={nameLang(item, base, lang)} className="favorite-name">
                {item.name}
              </span>
              <span className="dish-price">
                <Price item={item} />
              </span>
              <FilterVerdict item={item} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Browsers leave a card that keys lead to half outside of the strip. */
function showWhole({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible')) currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
