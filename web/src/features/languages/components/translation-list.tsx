import { Fragment, useDeferredValue } from 'react';
import { Card } from '../../../ui/card.tsx';
import { type Group, keyOf } from '../texts.ts';
import { TranslationField } from './translation-field.tsx';

/** About as many rows as a window shows. */
const FIRST_ROWS = 8;

export interface TranslationsProps {
  groups: readonly Group[];
  lang: string;
  base: string;
  /** Translations by the AI, by the text's key. */
  suggestions: ReadonlyMap<string, string>;
}

/** All texts below each other: the menu's at the left, their translations at the right. */
export function TranslationList({ groups, lang, base, suggestions }: TranslationsProps) {
  // The rows in view first: a long menu takes time to draw.
  const isWhole = useDeferredValue(true, false);
  let room = FIRST_ROWS;
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ key, title, rows }) => {
        const shown = isWhole ? rows : rows.slice(0, Math.max(0, room));
        room -= rows.length;
        return shown.length === 0 ? null : (
          <Card key={key}>
            <section aria-labelledby={`group-${key}`}>
              <h2 id={`group-${key}`} className="display border-b border-line px-5 py-4 text-xl wrap-anywhere sm:px-7">
                <bdi>{title}</bdi>
              </h2>
              {shown.map((row) => (
                <div
                  key={row.key}
                  className="flex flex-col gap-4 px-5 py-5 [contain-intrinsic-size:auto_11rem] [content-visibility:auto] not-last:border-b not-last:border-line sm:px-7"
                >
                  {row.texts.map((text) => (
                    <Fragment key={keyOf(text)}>
                      <TranslationField
                        text={text}
                        of={row.name}
                        lang={lang}
                        base={base}
                        suggestion={suggestions.get(keyOf(text))}
                        onNext={focusNext}
                      />
                    </Fragment>
                  ))}
                </div>
              ))}
            </section>
          </Card>
        );
      })}
    </div>
  );
}

/** Moves focus to the translation after the one that has it. */
function focusNext(): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-translation]')];
  const next = fields[fields.indexOf(document.activeElement as HTMLElement) + 1];
  // At the end focus leaves the field, which saves it.
  if (!next) (document.activeElement as HTMLElement).blur();
  next?.focus();
}
