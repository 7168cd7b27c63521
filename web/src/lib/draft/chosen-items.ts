import { keptForRestaurant } from '../session/kept-for-restaurant.ts';

const chosen = keptForRestaurant<readonly number[] | undefined>(undefined);

/** Keeps the ids of dishes that were selected elsewhere for the screen Change Many. */
export const keepChosen: (ids: readonly number[] | undefined) => void = chosen.set;

/** The dishes that were selected elsewhere; undefined if none were. */
export const keptChosen: () => readonly number[] | undefined = chosen.get;
