import { PRINTED_VERSION } from '@tavola/contracts/qr.ts';

/** The text of a code: its permanent link. */
export const linkOf = (publicOrigin: string, codeId: string): string => `${publicOrigin}/q/${codeId}`;

/** The link of a code on a menu that is printed at the version `printed`; null gives the code's permanent link. */
export const printedLinkOf = (publicOrigin: string, codeId: string, printed: number | null): string =>
  `${linkOf(publicOrigin, codeId)}${printed === null ? '' : `?${PRINTED_VERSION}=${printed}`}`;
