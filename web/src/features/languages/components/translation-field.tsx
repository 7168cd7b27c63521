import { directionOf } from '@tavola/contracts/rules/languages.ts';
import { Check, CircleAlert, Sparkles } from 'lucide-react';
import { useId, useRef } from 'react';
import { lastInput } from '../../../lib/browser/last-input.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Textarea } from '../../../ui/textarea.tsx';
import { ownName } from '../language-names.ts';
import type { Text } from '../texts.ts';
import { type TranslationField as Field, translationKeys, useTranslation } from '../use-translation.ts';

const LABELS: Readonly<Record<Text['field'], string>> = {
  name: 'Name',
  description: 'Description',
  'notes.tax': 'Tax note',
  'notes.service': 'Service note',
  'notes.tip': 'Tip note',
  'announcements.first': 'First note on the menu',
  'announcements.second': 'Second note on the menu',
};

/** The names of what stands below a dish or a group. */
const CHOICE_LABELS: Partial<Record<Text['kind'], string>> = { variant: 'Size', option: 'Option' };

interface TranslationFieldProps {
  text: Text;
  /** What the text belongs to, such as the dish's name. */
  of: string;
  lang: string;
  /** The language of the menu. */
  base: string;
  /** A translation by the AI, if there is one. */
  suggestion: string | undefined;
  /** Goes on to the next text. */
  onNext: () => void;
}

/** A text of the menu beside its translation, which saves itself. */
export function TranslationField({ text, of, lang, base, suggestion, onNext }: TranslationFieldProps) {
  const field = useTranslation(text, lang, suggestion);
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  /** For a button, which is gone once it has acted: a keyboard goes on from the field. */
  const then = (act: () => unknown) => () => {
    act();
    if (lastInput() === 'keyboard') input.current?.focus();
  };
  const label = CHOICE_LABELS[text.kind] ?? LABELS[text.field];
  // Also right after a save: the menu's text may have changed since this page loaded it.
  const isToReview =
    text.text !== null &&
    text.isStale &&
    !field.isSuggested &&
    (field.state === 'unchanged' || field.state === 'saved');
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-xs font-semibold text-ink-muted">{label}</span>
        <p id={`${id}-base`} lang={base} dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text.base}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <Textarea
          ref={input}
          data-translation
          aria-label={`${label} of ${of} in ${languageName(lang)}`}
          aria-describedby={`${id}-base ${id}-state`}
          aria-invalid={field.state === 'failed' || undefined}
          lang={lang}
          dir={field.value === '' ? directionOf(lang) : 'auto'}
          rows={1}
          value={field.value}
          placeholder={text.text === null ? ownName(lang) : undefined}
          onChange={({ target }) => field.change(target.value)}
          onBlur={() => void field.save()}
          onKeyDown={translationKeys(field, onNext)}
          className={cn(
            text.field === 'description' && 'min-h-20!',
            (isToReview || field.isSuggested) && 'border-saffron',
          )}
        />
        {/* Always there, so that screen readers hear what appears in it. */}
        <div
          id={`${id}-state`}
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden"
        >
          <State field={field} onRetry={then(field.save)} onDiscard={then(field.undo)} />
          {field.isSuggested && (
            <>
              <span className="inline-flex items-center gap-1.5 font-medium text-saffron-ink">
                <Sparkles aria-hidden className="size-4" />
                Suggested by AI. Not saved yet.
              </span>
              <Button variant="ghost" size="sm" onClick={then(field.confirm)}>
                Use This
              </Button>
              <Button variant="ghost" size="sm" onClick={then(field.undo)}>
                Discard
              </Button>
            </>
          )}
          {isToReview && (
            <>
              <span className="font-medium text-saffron-ink">
                The original has changed. Guests see it until you review this.
              </span>
              <Button variant="ghost" size="sm" onClick={then(field.confirm)}>
                Still Correct
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

interface StateProps {
  field: Field;
  onRetry: () => void;
  onDiscard: () => void;
}

function State({ field: { state, failure }, onRetry, onDiscard }: StateProps) {
  if (state === 'saving') return <span className="text-ink-muted">Saving…</span>;
  if (state === 'saved') {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-muted">
        <Check aria-hidden className="size-4 text-brand" /> Saved
      </span>
    );
  }
  if (state !== 'failed') return null;
  return (
    <>
      <span className="inline-flex items-start gap-1.5 font-medium text-tomato-ink">
        <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" /> Not saved. {failure}
      </span>
      <Button variant="ghost" size="sm" onClick={onRetry}>
        Try Again
      </Button>
      <Button variant="ghost" size="sm" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
}
