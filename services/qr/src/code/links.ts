import { PRINTED_VERSION } from '@tavola/contracts/qr.ts';

/** The text of a code: its permanent link. */
export const linkOf = (publicOrigin: string, codeId: string): string => `${publicOrigin}/q/${codeId}`;

/** The link of a code that is printed with the menu's version `printed`; null prints a link that never grows old. */
export const printedLinkOf = (publicOrigin: string, codeId: string, printed: number | null): string =>
  `${linkOf(publicOrigin, codeId)}${printed === null ? '' : `?${PRINTED_VERSION}=${printed}`}`;
