/**
 * The positive integer given for a command-line option.
 * @throws a readable error for any other text
 */
export function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    throw new Error(`${option} must be a positive whole number, such as 1000; got '${text}'.`);
  }
  return count;
}
