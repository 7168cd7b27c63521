/**
 * The positive whole number that a command line's option says.
 * @throws an error for people when it's anything else
 */
export function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    throw new Error(`${option} must be a positive whole number, such as 1000; got '${text}'.`);
  }
  return count;
}
