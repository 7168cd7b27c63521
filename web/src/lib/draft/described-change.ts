let described = '';

/** Keeps a change that was described elsewhere for the screen Change Many, which asks the AI for it. */
export function keepDescribed(text: string): void {
  described = text;
}

/** The change that was described elsewhere; '' if none was. */
export const keptDescribed = (): string => described;
