interface WithDoubtsProps {
  text: string;
  /** Words that may have been read wrongly. */
  words: readonly string[];
}

/** A text of a photo in which doubtful words are marked. */
export function WithDoubts({ text, words }: WithDoubtsProps) {
  if (words.length === 0) return text;
  let at = 0;
  // A part with its place: the same word may be there twice.
  return text.split(/(\s+)/).map((part) => {
    const key = at;
    at += part.length;
    return words.includes(part) || words.some((word) => isSpaceless(word) && part.includes(word)) ? (
      <mark key={key} className="rounded-sm bg-saffron-soft px-0.5 text-saffron-ink underline decoration-dotted">
        {part}
      </mark>
    ) : (
      part
    );
  });
}

/** Whether a word is of a script that puts no spaces between words. */
const isSpaceless = (word: string) => /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(word);
