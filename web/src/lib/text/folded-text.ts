/** Marks over and under letters, which many people don't type. */
const MARKS = /\p{M}/gu;

/** A text for comparing: lower case, with the letters of a plain keyboard, so that "creme brulee" finds "Crème brûlée". */
export const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'");
