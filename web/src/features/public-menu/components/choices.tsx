import { optionVerdict } from '@tavola/contracts/rules/allergens.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { Fragment, type ReactNode, useContext } from 'react';
import { cn } from '../../../ui/cn.ts';
import { lettersOf, UNKNOWN, warningsOf } from '../allergens-in-words.ts';
import { FilterContext } from '../filter.ts';
import { nameLang } from '../menu-sections.ts';
import { countInWords, groupsOf, SharedFactsContext } from '../option-groups.ts';
import { MoneyContext, type ShownGroup, type ShownItem, type ShownOption } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import { Price } from './price.tsx';

/** The sizes of a dish with their prices. */
export function Sizes({ item: { variants }, lang }: { item: ShownItem; lang: string | undefined }) {
  const { base } = usePageWords();
  if (!variants) return null;
  return (
    <ul className="dish-sizes">
      {variants.map((size) => (
        <li key={size.id}>
          <PerhapsSoldOut isAvailable={size.isAvailable}>
            <bdi lang={nameLang(size, base, lang)}>{size.name}</bdi>{' '}
            <span className="figures">
              <Price item={size} />
            </span>
          </PerhapsSoldOut>
        </li>
      ))}
    </ul>
  );
}

/** A choice, struck out and with words where it is sold out. Paper stays, and so does the choice on it. */
function PerhapsSoldOut({ isAvailable, children }: { isAvailable: boolean; children: ReactNode }) {
  const { say, own } = usePageWords();
  if (isAvailable) return children;
  return (
    <>
      <s className="text-ink-muted print:text-ink print:no-underline">{children}</s>{' '}
      <span {...own} className="text-tomato-ink print:hidden">
        {say('outOfStock')}
      </span>
    </>
  );
}

interface ChoicesProps {
  item: ShownItem;
  lang: string | undefined;
  /** Whether the options show in full. */
  isWhole: boolean;
}

/** What guests choose with a dish, folded unless `isWhole`. */
export function Choices({ item, lang, isWhole }: ChoicesProps) {
  const { base } = usePageWords();
  const { groups, shared, isBrief, isPrinting } = useContext(SharedFactsContext);
  const own = groupsOf(item, groups);
  if (own.length === 0) return null;
  if (isWhole) {
    return (
      <div className="flex flex-col gap-4 mt-3 border-t border-line pt-4">
        {own.map((group) => (
          <Group key={group.id} group={group} lang={lang} isWhole />
        ))}
      </div>
    );
  }
  const linked = own.filter(({ id }) => isBrief && shared.has(id));
  const listed = own.filter((group) => !linked.includes(group));
  const names = (of: readonly ShownGroup[]) =>
    of.map(({ id, name, untranslated }, index) => (
      <Fragment key={id}>
        {index > 0 && ' · '}
        <bdi lang={nameLang({ name, untranslated }, base, lang)}>
          {of === linked ? <a href={`#${groupId(id)}`}>{name}</a> : name}
        </bdi>
      </Fragment>
    ));
  return (
    <>
      {linked.length > 0 && <p className="dish-choices py-2">{names(linked)}</p>}
      {listed.length > 0 && (
        <details className="dish-choices" open={isPrinting || undefined}>
          <summary>{names(listed)}</summary>
          {listed.map((group) => (
            <Group
              key={group.id}
              group={group}
              lang={lang}
              className={shared.has(group.id) ? 'print:hidden' : undefined}
              isNamed={own.length > 1}
            />
          ))}
        </details>
      )}
    </>
  );
}

const groupId = (id: number) => `choice-${id}`;

/** The option groups that dishes share: once each on paper, and on screens where they are too long to be listed with each dish. */
export function SharedChoices({ lang }: { lang: string | undefined }) {
  const { say, own } = usePageWords();
  const { groups, shared, isBrief } = useContext(SharedFactsContext);
  if (shared.size === 0) return null;
  return (
    <section aria-labelledby="choices-name" className={isBrief ? 'pt-9 print:pt-4' : 'hidden print:block print:pt-4'}>
      <div className="section-head flex flex-col print:break-after-avoid">
        <h2 {...own} id="choices-name" className="display text-2xl">
          {say('choices')}
        </h2>
      </div>
      <div className="flex flex-col gap-4 pt-3 print:gap-1.5 print:pt-1">
        {[...groups.values()].map(
          (group) => shared.has(group.id) && <Group key={group.id} group={group} lang={lang} id={groupId(group.id)} />,
        )}
      </div>
    </section>
  );
}

interface GroupProps {
  group: ShownGroup;
  lang: string | undefined;
  id?: string;
  /** Whether its name stands above it. */
  isNamed?: boolean;
  /** Whether it is said of which options nothing is declared. */
  isWhole?: boolean;
  className?: string | undefined;
}

/** The options of a group, and how many are chosen. */
function Group({ group, lang, id, isNamed = true, isWhole, className }: GroupProps) {
  const { say, own, base } = usePageWords();
  return (
    <div id={id} className={className}>
      <p className="text-sm text-ink-muted print:inline print:text-xs">
        {isNamed && (
          <>
            <bdi lang={nameLang(group, base, lang)} className="font-semibold text-ink">
              {group.name}
            </bdi>
            {' · '}
          </>
        )}
        <span {...own}>{countInWords(group, say)}</span>
      </p>
      <ul className="options">
        {group.options.map((option) => (
          <li key={option.id}>
            <OptionLine option={option} lang={lang} />
            <OptionAllergens option={option} isWhole={isWhole} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OptionLine({ option, lang }: { option: ShownOption; lang: string | undefined }) {
  const { say, own, base } = usePageWords();
  const money = useContext(MoneyContext);
  const { price, isAvailable, isDefault } = option;
  return (
    <PerhapsSoldOut isAvailable={isAvailable}>
      <bdi lang={nameLang(option, base, lang)}>{option.name}</bdi>
      {price > 0 && (
        <>
          {' '}
          <span dir="ltr" className="figures font-semibold">
            +{formatMoney(price, money)}
          </span>
        </>
      )}
      {isDefault && (
        <>
          {' '}
          <span {...own} className="text-ink-muted">
            ({say('standard')})
          </span>
        </>
      )}
    </PerhapsSoldOut>
  );
}

/** What an option is declared to contain, in letters on paper; what the guest's filter says of it. */
function OptionAllergens({ option, isWhole }: { option: ShownOption; isWhole: boolean | undefined }) {
  const { say, own, locale } = usePageWords();
  const { allergens: shown, declares } = useContext(SharedFactsContext);
  const { filter } = useContext(FilterContext) ?? {};
  const { allergens } = option;
  const isUndeclared = !allergens && declares === 'allergens';
  const verdict = filter && optionVerdict(option, filter);
  const words = [
    ...(allergens ? warningsOf(allergens, shown, { say, locale }) : []),
    // Options declare no diets: of one that a guest wants, nothing can be said.
    ...(verdict === 'fits' && filter?.diets.length === 0 ? [say('fits')] : []),
    ...(verdict === 'unknown' || (isWhole && isUndeclared) ? [say('undeclared')] : []),
  ];
  const letters = allergens ? lettersOf(allergens, shown) : isUndeclared && UNKNOWN;
  return (
    <>
      {words.length > 0 && (
        <span {...own} className={cn('print:hidden', verdict === 'hidden' ? 'text-tomato-ink' : 'text-ink-muted')}>
          {` · ${words.join(' · ')}`}
        </span>
      )}
      {letters && <sup className="hidden print:inline">{letters}</sup>}
    </>
  );
}
