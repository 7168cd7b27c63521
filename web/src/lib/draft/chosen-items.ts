let chosen: readonly number[] | undefined;

/** Keeps the ids of dishes that were selected elsewhere for the screen Change Many. */
export function keepChosen(ids: readonly number[] | undefined): void {
  chosen = ids;
}

/** The dishes that were selected elsewhere; undefined if none were. */
export const keptChosen = (): readonly number[] | undefined => chosen;
