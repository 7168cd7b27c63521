import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { Fragment, type MouseEvent, memo, useContext } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { listed } from '../allergens-in-words.ts';
import { DaypartsContext } from '../dayparts-in-words.ts';
import { FilterContext, undeclaredOf } from '../filter.ts';
import { descriptionLang, nameLang } from '../menu-sections.ts';
import { MoneyContext, type ShownItem, type ShownVariant } from '../shown-menu.ts';
import { openInstead } from '../use-dish-sheet.ts';
import { usePageWords } from '../words/page-words.ts';
import { AllergenDetails, AllergenLine } from './allergens.tsx';
import { Choices, Sizes } from './choices.tsx';
import { ClampedText } from './clamped-text.tsx';
import { DietsAndFacts } from './diets.tsx';
import { PicturesContext, Plate } from './plate.tsx';
import { Price } from './price.tsx';

interface ItemCardProps {
  item: ShownItem;
  /** Whether a small letter stands in for a missing picture, because other items nearby have one. */
  hasLetter: boolean;
  /** Whether a link led here or the item has just changed. */
  marked: boolean;
  lang: string | undefined;
}

/**
 * One dish or drink. Its looks are in app/menu.css: written out as utilities they would be two thirds of the page of a large
 * menu.
 */
export const ItemCard = memo(function ItemCard({ item, hasLetter, marked, lang }: ItemCardProps) {
  const { say, part, base } = usePageWords();
  const { first, sizes, isGrid, open } = useContext(PicturesContext);
  const { id, name, isAvailable, image } = item;
  const picture = (image || hasLetter || isGrid) && (
    <Plate
      name={name}
      image={image}
      // A small picture is not what guests wait for: the page's own files come first.
      lazy={!sizes || !first.includes(id)}
      first={first[0] === id}
      sizes={sizes}
      className={image || isGrid ? 'dish-plate' : 'dish-letter'}
    />
  );
  const onOpen = (event: MouseEvent) => openInstead(event, () => open(id));
  return (
    // Direction from the name's script: an Arabic dish is laid out right to left.
    <li
      id={`item-${id}`}
      {...part}
      tabIndex={-1}
      className={cn('dish', marked && 'dish-marked', !isAvailable && 'dish-out')}
    >
      <DishText
        item={item}
        lang={lang}
        isBesidePicture={Boolean(image) && !sizes}
        onOpen={image ? undefined : onOpen}
      />
      {image ? (
        // Without scripts, it leads to the picture itself.
        <a
          href={image}
          referrerPolicy="no-referrer"
          aria-haspopup="dialog"
          aria-label={say('photoOf', { name })}
          lang={nameLang(item, base, lang)}
          onClick={onOpen}
          className="dish-photo"
        >
          {picture}
        </a>
      ) : (
        picture
      )}
    </li>
  );
});

interface DishTextProps {
  item: ShownItem;
  lang: string | undefined;
  /** Whether the description shows in full. */
  isWhole?: boolean;
  nameId?: string;
  isBesidePicture?: boolean;
  /** Opens the dish, by its name; undefined where its picture does. */
  onOpen?: ((event: MouseEvent) => void) | undefined;
}

/** All that a menu says of a dish, besides its picture. */
export function DishText({ item, lang, isWhole = false, nameId, isBesidePicture = false, onOpen }: DishTextProps) {
  const { say, own, text, base } = usePageWords();
  const money = useContext(MoneyContext);
  const dayparts = useContext(DaypartsContext);
  const { name, description, isAvailable, isPopular, isFeatured } = item;
  return (
    <div className="dish-text">
      <div className="dish-line">
        <h3 id={nameId} {...text} lang={nameLang(item, base, lang)} className="dish-name">
          {onOpen ? (
            <a href={`#item-${item.id}`} aria-haspopup="dialog" onClick={onOpen} className="dish-open">
              {name}
            </a>
          ) : (
            name
          )}
        </h3>
        <p className="dish-price">
          {!isAvailable && (
            <Badge {...own} tone="negative" className="print:hidden">
              {say('outOfStock')}
            </Badge>
          )}
          <Price item={item} />
        </p>
      </div>
      {description &&
        (isWhole ? (
          <p dir="auto" lang={descriptionLang(item, base)} className="wrap-anywhere text-ink-muted">
            {description}
          </p>
        ) : (
          <ClampedText
            text={description}
            lang={descriptionLang(item, base)}
            about={name}
            isBesidePicture={isBesidePicture}
            className="text-ink-muted"
          />
        ))}
      <Sizes item={item} lang={lang} />
      <DietsAndFacts item={item} />
      <FilterVerdict item={item} />
      {!isWhole && <AllergenLine allergens={item.allergens} />}
      {offersOf(item).map(([id, prices]) => {
        const daypart = dayparts.get(id);
        // Of two that are on, the lower price counts.
        const shown = prices.filter(({ price, now }) => daypart && !(daypart.isOn && price > now));
        if (!daypart || shown.length === 0) return null;
        return (
          <p key={id} className="dish-facts">
            <bdi lang={daypart.lang}>{daypart.name}</bdi>
            {shown.map(({ price, size }, index) => (
              <Fragment key={size?.id ?? id}>
                {index > 0 && ','}
                {size && (
                  <>
                    {' '}
                    <bdi lang={nameLang(size, base, lang)} className={daypart.isOn ? 'hidden print:inline' : undefined}>
                      {size.name}
                    </bdi>
                  </>
                )}{' '}
                <span dir="ltr" className={daypart.isOn ? 'hidden print:inline' : undefined}>
                  {formatMoney(price, money)}
                </span>
              </Fragment>
            ))}
            {daypart.when && <span {...own} className="print:hidden">{` · ${daypart.when}`}</span>}
          </p>
        );
      })}
      <Choices item={item} lang={lang} isWhole={isWhole} />
      {isWhole && <AllergenDetails item={item} />}
      {isPopular
        ? isAvailable && (
            <Tag {...own} tone="notice">
              {say('popular')}
            </Tag>
          )
        : isFeatured && (
            <Tag {...own} className="bg-(--menu-accent)/10! text-(--menu-accent)!">
              {say('featured')}
            </Tag>
          )}
    </div>
  );
}

/** What the guest's filter says of a dish, unless it fits. */
export function FilterVerdict({ item }: { item: ShownItem }) {
  const { say, own, locale } = usePageWords();
  const sifted = useContext(FilterContext);
  const verdict = sifted?.verdicts.get(item.id);
  if (!sifted || !verdict || verdict === 'fits') return null;
  const undeclared = undeclaredOf(item, sifted.filter);
  const list = listed(
    undeclared.map((one) => say(one)),
    locale,
  );
  const unknown = list ? say('notDeclared', { list }) : say('undeclared');
  return (
    <p
      {...own}
      className={cn('dish-facts print:hidden', verdict === 'hidden' ? 'text-tomato-ink!' : 'text-saffron-ink!')}
    >
      {{ choice: say('dependsOnChoice'), hidden: say('unfit'), unknown }[verdict]}
    </p>
  );
}

interface OfferPrice {
  price: number;
  /** What the same costs now. */
  now: number;
  /** The size, of a dish with sizes. */
  size: ShownVariant | undefined;
}

/** The offers of a dish that are lower than what it usually costs, by daypart. */
function offersOf({ price, regularPrice, variants, offers = [] }: ShownItem): [daypart: number, OfferPrice[]][] {
  const byDaypart = new Map<number, OfferPrice[]>();
  for (const offer of offers) {
    const size = variants?.find(({ id }) => id === offer.variant);
    const { price: now, regularPrice: usual = now } = size ?? { price, regularPrice };
    if (offer.price >= usual || (variants && !size)) continue;
    byDaypart.set(offer.daypart, [...(byDaypart.get(offer.daypart) ?? []), { price: offer.price, now, size }]);
  }
  return [...byDaypart];
}

const Tag = (props: Parameters<typeof Badge>[0]) => (
  <p className="pt-1 print:hidden">
    <Badge {...props} />
  </p>
);
