import { keptForRestaurant } from '../session/kept-for-restaurant.ts';

const described = keptForRestaurant('');

/** Keeps a change that was described elsewhere for the screen Change Many, which asks the AI for it. */
export const keepDescribed: (text: string) => void = described.set;

/** The change that was described elsewhere; '' if none was. */
export const keptDescribed: () => string = described.get;
