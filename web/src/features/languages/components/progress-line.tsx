import { formatCount, many } from '../../../lib/text/format.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Progress } from '../texts.ts';

/** How many names of the menu are translated, in words: "34 of 41 names". */
const namesInWords = ({ names, translatedNames }: Progress): string =>
  `${formatCount(translatedNames)} of ${many(names, 'name')}`;

/** How far the translation into `lang` is, as a bar and in words. */
export function ProgressLine({ lang, progress }: { lang: string; progress: Progress }) {
  const { names, translatedNames, toReview } = progress;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar
        label={`Translated into ${languageName(lang)}`}
        value={translatedNames}
        max={names}
        text={namesInWords(progress)}
      />
      <p className="figures text-sm text-ink-muted">
        {namesInWords(progress)} translated
        {toReview > 0 && (
          <>
            {' · '}
            <span className="font-medium text-saffron-ink">{formatCount(toReview)} to review</span>
          </>
        )}
      </p>
    </div>
  );
}
