import type { MenuChange } from '@tavola/contracts/history.ts';
import type { ReactNode } from 'react';
import { type ChangedField, changedFields, valueInWords, type Words } from '../../../lib/draft/changed-fields.ts';
import { useItems } from '../../../lib/http/queries.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { BeforeAfter } from '../../../ui/before-after.tsx';
import {
  actInWords,
  allergensInWords,
  type ChangedChoice,
  choicesIn,
  hasOffersOfSizes,
  isNone,
  offersIn,
  translationsIn,
} from '../change-in-words.ts';

/** What a change did, in a sentence, or in one for each field that it changed. */
export function ChangeSentences({ change, words }: { change: MenuChange; words: Words }) {
  const sizes = useSizeNames(hasOffersOfSizes(change));
  const sentences = change.act === 'changed' ? sentencesOf(change, { ...words, ...(sizes && { sizes }) }) : [];
  if (sentences.length === 0) sentences.push({ key: 'act', text: actSentence(change) });
  return sentences.map(({ key, text }) => (
    <p key={key} className="wrap-anywhere">
      {text}
    </p>
  ));
}

const KINDS = { item: '', category: 'Category ', daypart: 'Menu time ', 'option-group': 'Options ', draft: '' };

/** As in 'Category Mains deleted'. */
function actSentence(change: MenuChange): ReactNode {
  if (change.name === null) return actInWords(change);
  return (
    <>
      {KINDS[change.kind]}
      <Name>{change.name}</Name> {actInWords(change)}
    </>
  );
}

/** The names of all sizes by id, as no two dishes share one; undefined until they are known. Reads the dishes only where one `isNeeded`. */
function useSizeNames(isNeeded: boolean): ReadonlyMap<number, string> | undefined {
  const { data } = useItems(isNeeded);
  return data && new Map(data.flatMap(({ variants = [] }) => variants.map(({ id, name }) => [id, name] as const)));
}

interface Sentence {
  key: string;
  text: ReactNode;
}

/** What a changed row's fields say now, in their order. */
function sentencesOf({ kind, name, before, after }: MenuChange, words: Words): Sentence[] {
  const [was, is] = [before ?? {}, after ?? {}];
  const of = <Name>{name ?? ''}</Name>;
  return changedFields(was, is, words).flatMap((field): Sentence[] => {
    const sentence = (text: ReactNode) => [{ key: field.name, text }];
    const [had, now] = [!isNone(was[field.name]), is[field.name]];
    switch (field.name) {
      case 'name':
        return sentence(
          <>
            <Name>{field.before}</Name> renamed to <Name>{field.after}</Name>
          </>,
        );
      case 'isAvailable': {
        const until = now ? undefined : is.soldOutUntil;
        const end = isNone(until) ? '' : ` until ${valueInWords('soldOutUntil', until, words)}`;
        return sentence(
          <>
            {of} marked {now ? 'available' : `out of stock${end}`}
          </>,
        );
      }
      case 'soldOutUntil':
        // The sentence on availability says it where that changed too.
        if ('isAvailable' in is) return [];
        return sentence(
          <>
            {of} out of stock until {isNone(now) ? 'you say otherwise' : <Values {...field} />}
          </>,
        );
      case 'isPopular':
      case 'isFeatured':
        return sentence(
          <>
            {of} {now ? 'marked' : 'no longer marked'} as {field.label.toLowerCase()}
          </>,
        );
      case 'isActive': {
        const [on, off] = kind === 'daypart' ? ['turned on', 'turned off'] : ['shown to guests', 'hidden from guests'];
        return sentence(
          <>
            {of} {now ? on : off}
          </>,
        );
      }
      case 'categoryId': {
        const moved = `moved ${had ? `from ${field.before} ` : ''}to ${field.after}`;
        return sentence(
          <>
            {of} {isNone(now) ? `taken out of ${field.before}` : moved}
          </>,
        );
      }
      case 'image':
        return sentence(
          <>
            Photo of {of} {!had ? 'added' : isNone(now) ? 'removed' : 'replaced'}
          </>,
        );
      case 'texts':
        return translationsIn(was.texts, now).map(({ tag, act }) => ({
          key: `texts ${tag}`,
          text: (
            <>
              {languageName(tag)} translation of {of} {act}
            </>
          ),
        }));
      case 'dayparts': {
        const isAlways = kind === 'category' || !isNone(now);
        const always = isAlways ? 'at all times' : 'whenever its category is';
        return sentence(
          <>
            {of} served {(now as unknown[] | undefined)?.length ? `only at these times: ${field.after}` : always}
          </>,
        );
      }
      case 'offers':
        return offersIn(was.offers, now, words).map(({ key, when, size, ...prices }) => ({
          key: `offer ${key}`,
          text: (
            <>
              {when} price of {of}
              {size && (
                <>
                  , <Name>{size}</Name>
                </>
              )}
              : <Values {...prices} />
            </>
          ),
        }));
      case 'variants':
      case 'options':
        return choiceSentences(was[field.name], now, of, field, words);
      case 'allergens':
        return sentence(
          <>
            Allergens of {of} {allergensInWords(was.allergens, now)}
          </>,
        );
      case 'special':
        return sentence(<>Special days of {of} changed</>);
      default:
        return sentence(
          <>
            {field.label} of {of}: <Values {...field} />
          </>,
        );
    }
  });
}

/** What became of each size or option, as in 'Oat milk marked out of stock in Milk'; their list, where a dish got or lost sizes. */
function choiceSentences(was: unknown, now: unknown, of: ReactNode, field: ChangedField, words: Words): Sentence[] {
  const changes = isNone(was) || isNone(now) ? [] : choicesIn(was, now, words);
  if (changes.length === 0) {
    return [
      {
        key: field.name,
        text: (
          <>
            {field.label} of {of}: <Values {...field} />
          </>
        ),
      },
    ];
  }
  return changes.map((change) => ({
    key: `${field.name} ${change.id} ${change.act}`,
    text:
      change.act === 'allergens' ? (
        <>
          Allergens of <Name>{change.name}</Name> in {of} {change.after}
        </>
      ) : (
        <>
          <Name>{change.name}</Name> {choiceActInWords(change, words)} {change.act === 'price' ? 'of' : 'in'} {of}
          {change.act === 'price' && (
            <>
              : <Values before={change.before ?? 'none'} after={change.after ?? 'none'} />
            </>
          )}
        </>
      ),
  }));
}

function choiceActInWords({ act, before, until }: ChangedChoice, words: Words): string {
  if (act === 'price') return 'price';
  if (act === 'renamed') return `renamed from ${before}`;
  if (act === 'available') return 'marked available';
  if (act === 'default') return 'included by default';
  if (act === 'no-default') return 'no longer included by default';
  if (act === 'sold-out') {
    return `marked out of stock${isNone(until) ? '' : ` until ${valueInWords('soldOutUntil', until, words)}`}`;
  }
  return act;
}

/** A value that changed: '$14.50 → $15.00', '$15.00' where there was none, or 'removed, was $14.50'. */
function Values({ before, after }: { before: string; after: string }) {
  if (before === 'none') return <bdi className="figures">{after}</bdi>;
  if (after !== 'none') return <BeforeAfter before={before} after={after} />;
  return (
    <>
      removed (was <bdi className="figures">{before}</bdi>)
    </>
  );
}

function Name({ children }: { children: string }) {
  return <bdi className="font-semibold">{children}</bdi>;
}
