import { storedToken } from './token-in-storage.ts';

let ofThisTab = (stored: string | null): string | null => stored;

/** Says which token this tab uses instead of the stored one (token.ts). */
export function bindToken(choose: typeof ofThisTab): void {
  ofThisTab = choose;
}

/** The token that this tab sends, or `null` when signed out. */
export const getToken = (): string | null => ofThisTab(storedToken());
