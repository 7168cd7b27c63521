// No zod here: the screens load this file.

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').replace(/[‘’]/g, "'").trim();

/** Whether `typed` is `text`, but for its spaces and its kind of characters. Phones write ’ where keyboards have '. */
export const isSameText = (typed: string, text: string): boolean => plain(typed) === plain(text);
