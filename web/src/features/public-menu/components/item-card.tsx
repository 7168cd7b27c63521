import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type MouseEvent, memo, useContext } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { DaypartsContext } from '../dayparts-in-words.ts';
import { descriptionLang, nameLang } from '../menu-sections.ts';
import { MoneyContext, type ShownItem } from '../shown-menu.ts';
import { openInstead } from '../use-dish-sheet.ts';
import { usePageWords } from '../words/page-words.ts';
import type { Say } from '../words/words.ts';
import { ClampedText } from './clamped-text.tsx';
import { PicturesContext, Plate } from './plate.tsx';

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
  const { name, description, price, regularPrice, offers = [], isAvailable, isPopular, isFeatured } = item;
  const facts = factsOf(item, say);
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
      {facts.length > 0 && (
        <p {...own} className="dish-facts">
          {facts.join(' · ')}
        </p>
      )}
      {offers.map((offer) => {
        const daypart = dayparts.get(offer.daypart);
        // Of two that are on, the lower price counts.
        if (!daypart || offer.price >= (regularPrice ?? price) || (daypart.isOn && offer.price > price)) return null;
        return (
          <p key={offer.daypart} className="dish-facts">
            <bdi lang={daypart.lang}>{daypart.name}</bdi>{' '}
            <span dir="ltr" className={daypart.isOn ? 'hidden print:inline' : undefined}>
              {formatMoney(offer.price, money)}
            </span>
            {daypart.when && <span {...own} className="print:hidden">{` · ${daypart.when}`}</span>}
          </p>
        );
      })}
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

/** What a dish costs, after the regular price where an offer makes it less. */
export function Price({ item: { price, regularPrice } }: { item: ShownItem }) {
  const { say, own } = usePageWords();
  const money = useContext(MoneyContext);
  return (
    <>
      {regularPrice !== undefined && (
        <s className="dish-was">
          <span {...own} className="sr-only">
            {say('usually')}
          </span>{' '}
          <span dir="ltr">{formatMoney(regularPrice, money)}</span>
        </s>
      )}
      <span dir="ltr" className={regularPrice === undefined ? undefined : 'print:hidden'}>
        {formatMoney(price, money)}
      </span>
    </>
  );
}

/** The words of `spice`, from 0. */
const SPICE = ['mild', 'bitSpicy', 'spicy', 'verySpicy'] as const;

/** What the owner said of a dish besides its description, in words. */
function factsOf({ spice, energy }: ShownItem, say: Say): string[] {
  const level = spice === undefined ? undefined : SPICE[spice];
  return [...(level ? [say(level)] : []), ...(energy === undefined ? [] : [say('energy', { amount: energy })])];
}

const Tag = (props: Parameters<typeof Badge>[0]) => (
  <p className="pt-1 print:hidden">
    <Badge {...props} />
  </p>
);
