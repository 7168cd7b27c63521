let pasted = '';

/** A text of several lines is a menu, or a part of one. */
export const isMenuText = (text: string): boolean =>
  text
    .trim()
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim()).length > 1;

/** Keeps a text that was pasted elsewhere for the screen Import. */
export function keepPasted(text: string): void {
  pasted = text;
}

/** The text that was pasted elsewhere, once. */
export function takePasted(): string {
  const text = pasted;
  pasted = '';
  return text;
}
