/** What is known of an open price. */
export interface PriceChoices {
  /** What it may be, as far as the source says so. */
  choices?: readonly number[] | undefined;
  /** Whether these are one number, with its comma or dot read as a decimal one and as one between thousands. */
  isOneNumber?: true | undefined;
  /** Whether each of them may be the price of a size that has no name, or one of these. */
  mayBeSizes?: true | readonly string[] | undefined;
}

export interface ReadDish extends PriceChoices {
  /** The line of the source, from 0. */
  line: number;
  name: string;
  description: string | null;
  /** In the currency's major unit; `null` where none was found or where it fits two ways. */
  price: number | null;
  isSoldOut?: true;
  /** If it is one size of a dish: the dish's name, and the size. `name` has both. */
  sized?: { name: string; size: string };
  /** Its prices at menu times, in the form of the column Offers: "Lunch: 9.9; Happy Hour: 6". */
  offers?: string;
}

export interface ReadSection {
  name: string | null;
  /** Its line; `null` for dishes before any heading. */
  line: number | null;
  description: string | null;
  /** Whether it may be none: several headings side by side, or the name of its only dish. */
  isDoubtful?: boolean;
  dishes: ReadDish[];
}

export interface ReadMenu {
  sections: ReadSection[];
  /** Lines that are neither: footers, notes, page numbers, legends. */
  rest: { line: number; text: string }[];
  /** The first line that was not read, because the text is too long or has too many dishes. */
  cut?: number;
}
