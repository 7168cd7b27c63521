import { useEffect, useRef, useState } from 'react';
import { cn } from '../../../ui/cn.ts';
import { onResize } from '../on-resize.ts';
import { usePageWords } from '../words/page-words.ts';

/** How many lines a clamped text has. */
const LINES = 2;
/** A text is clamped if that hides at least this many. */
const HIDDEN_MIN = 1.5;
/** Shorter texts fit in their lines on any phone, so they are not measured. */
const CHARACTERS_MIN = 40;
/**
 * About the characters of a line on a phone, alone and beside a picture: what a text is taken for until it is measured, so that
 * little moves then.
 */
const CHARACTERS_OF_LINE = { alone: 42, besidePicture: 30 };

interface ClampedTextProps {
  text: string;
  lang: string | undefined;
  /** What the text is about, for the name of its button. */
  about: string;
  /** How many lines must be hidden at least; by default so many that a tap is worth it. */
  hiddenMin?: number;
  /** How many lines it has on a phone. */
  lines?: 1 | 2;
  /** Whether a picture takes up room beside it. */
  isBesidePicture?: boolean;
  /** The look of the text. */
  className: string;
}

/** A text of two lines that a tap expands; of three lines if it has no more. In a header that gives way to dishes it has one. */
export function ClampedText({
  text,
  lang,
  about,
  hiddenMin = HIDDEN_MIN,
  lines = LINES,
  isBesidePicture = false,
  className,
}: ClampedTextProps) {
  const words = cn('wrap-anywhere print:line-clamp-none', className);
  if (text.length > CHARACTERS_MIN) {
    return <MeasuredText {...{ text, lang, about, hiddenMin, lines, isBesidePicture }} className={words} />;
  }
  return (
    <p dir="auto" lang={lang} className={words}>
      {text}
    </p>
  );
}

function MeasuredText({ text, lang, about, hiddenMin, lines, isBesidePicture, className }: Required<ClampedTextProps>) {
  const { say, own } = usePageWords();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isLong, setIsLong] = useState<boolean>();
  const [open, setOpen] = useState(false);
  const clamps =
    isLong ?? text.length > (lines - 0.5 + hiddenMin) * CHARACTERS_OF_LINE[isBesidePicture ? 'besidePicture' : 'alone'];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be as high as the one before
  useEffect(() => {
    const element = paragraph.current;
    if (!element) return;
    return onResize(element, () => {
      const style = getComputedStyle(element);
      const linesShown = Number(style.getPropertyValue('--lines')) || LINES;
      setIsLong(element.scrollHeight >= (linesShown + hiddenMin) * Number.parseFloat(style.lineHeight));
    });
  }, [hiddenMin, text]);

  return (
    // The button overlays the text instead of wrapping it, so that the text stays a selectable paragraph.
    <div dir="auto" className={cn('relative', lines === 1 && 'max-sm:[--lines:1]', className)}>
      <p
        ref={paragraph}
        lang={lang}
        className={cn(className, clamps && !open && 'clamped line-clamp-[var(--lines,2)] noscript:line-clamp-none')}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="absolute inset-0 flex items-end justify-end rounded-tag print:hidden"
        >
          <span
            {...own}
            className={open ? 'sr-only' : 'leading-[inherit] font-semibold text-(--more,var(--menu-accent))'}
          >
            {say(open ? 'collapse' : 'expand')}
          </span>
          <span className="sr-only">{` ${say('about', { name: about })}`}</span>
        </button>
      )}
    </div>
  );
}
