/** Letters, digits and what names are written with: nothing that a mail program makes a link of, and no markup. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{N} '’&,+-]|\.(?= |$)){1,60}$/u;

/** `name` in quotation marks, if it is a plain one that a mail may have from a stranger; else undefined. */
export const plainName = (name: string): string | undefined => (PLAIN_NAME.test(name) ? `“${name}”` : undefined);
