/** A text for comparing: lower case, without diacritics, so that "creme brulee" finds "Crème brûlée". */
export const foldedText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
