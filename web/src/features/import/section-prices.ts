import { COMES_WITH, COURSES } from './menu-words.ts';
import { asQuestion, choicesIn, type DishLine, type MenuLine, type SizedPrice, splitName } from './read-line.ts';
import { isCapitals, looksLikeHeading, OPENING } from './text-shape.ts';

type PricesLine = Extract<MenuLine, { kind: 'prices' }>;

/** Lines in which the price of a section is offered for each of its dishes, and what may be a section or a dish is asked about. */
export const withSectionPrices = (lines: readonly MenuLine[]): MenuLine[] => offered(withPricedHeadings(lines));

/** Lines in which prices that stand beside or below a heading are those of its section. */
function withPricedHeadings(lines: readonly MenuLine[]): MenuLine[] {
  const found = [...lines];
  const names = lines.flatMap((line, index) => nameIn(lines, line, index));
  const inCapitals = names.filter(isCapitals).length;
  const areCapitals = inCapitals > names.length / 2 && inCapitals > 1;

  lines.forEach((line, index) => {
    if (line.kind !== 'dish' && line.kind !== 'prices') return;
    const at = placeAbove(lines, index, line);
    const above = lines[at];
    const below = namesBelow(lines, index);
    if (line.kind === 'dish' && isOnlyPriced(line) && !areCapitals && below > 1) {
      const isHeading =
        LOUD_HEADING.test(line.name) && isCapitals(line.name) && (index === 0 || lines[index - 1]?.kind === 'blank');
      if (isHeading) found[index] = { kind: 'one-price', text: line.text, heading: line.name, dish: line };
      else if (isCapitals(line.name) || below > 2) found[index] = asked(line);
    }
    if ((above?.kind !== 'text' && above?.kind !== 'heading') || lines[at - 1]?.kind === 'text') return;
    const isHeading = above.kind === 'heading' || COURSES.test(above.text);
    const isLoud = isCapitals(above.text) && !areCapitals;
    if (line.kind === 'dish') {
      const isOfSection = (isHeading || isLoud) && below > 0;
      if (!isOfSection || !(OPENING.test(line.name) || COMES_WITH.test(line.text))) return;
    } else if (line.prices.length < 2 || line.prices.some(({ size }) => size === null)) return;
    const hasNames = below > 0 && (isHeading || isLoud || below > 1);
    if (hasNames || isHeading || (isLoud && names.length > 1)) {
      found[at] = { kind: 'heading', text: above.text };
      const dish: DishLine = { ...line, kind: 'dish', name: above.text };
      found[index] = { kind: 'one-price', text: line.text, heading: null, dish, isSection: true };
    } else if (isLoud) found[index] = asked(line);
  });
  return found;
}

/** No abbreviation, such as "BLT". */
const LOUD_HEADING = /\p{L}{5}/u;

/** The name of the dish that a line has, or the line above it. */
function nameIn(lines: readonly MenuLine[], line: MenuLine, index: number): string[] {
  if (line.kind === 'dish') return [line.name];
  const above = lines[placeAbove(lines, index, line)];
  return line.kind === 'prices' && above?.kind === 'text' && namesBelow(lines, index) === 0 ? [above.text] : [];
}

/** Where the line above stands; above prices alone there may be a blank one. */
const placeAbove = (lines: readonly MenuLine[], index: number, { kind }: MenuLine): number =>
  kind === 'prices' && lines[index - 1]?.kind === 'blank' ? index - 2 : index - 1;

/** How many lines right below may each be the name of a dish of a section; 0 if prices of their own follow. */
function namesBelow(lines: readonly MenuLine[], index: number): number {
  const first = lines[index + 1]?.kind === 'blank' ? index + 2 : index + 1;
  let end = first;
  while (lines[end]?.kind === 'text' && looksLikeHeading(splitName(textOf(lines[end])).name, false)) end++;
  const next = lines[end]?.kind;
  return next === 'prices' || (next === 'text' && end === first) ? 0 : end - first;
}

const textOf = (line: MenuLine | undefined): string => (line && 'text' in line ? line.text : '');

const EACH = /^(?:each|ea\.?|je|chacune?|cad\.?|cada uno|stuk|p\.p\.)$/i;

/** Whether a dish is nothing but a name and a price. */
const isOnlyPriced = ({ description, prices, isSurcharged }: DishLine) =>
  (description === null || EACH.test(description)) && !isSurcharged && prices.length === 1 && prices[0]?.price !== null;

/** A line whose prices are a question. */
const asked = <Line extends DishLine | PricesLine>(line: Line): Line => ({
  ...line,
  prices: [{ size: null, price: null, choices: line.prices.flatMap(choicesIn) }],
});

/** Lines in which the price of a section becomes a question for each line without a price, up to the next price or blank line. */
function offered(lines: readonly MenuLine[]): MenuLine[] {
  let prices: readonly SizedPrice[] = [];
  let isAbove = true;
  return lines.map((line, index): MenuLine => {
    if (line.kind === 'one-price') {
      const below = lines.slice(index + 1).find(({ kind }) => kind !== 'blank');
      prices = below?.kind === 'text' ? line.dish.prices : [];
      isAbove = true;
      if (below?.kind === 'text' || line.isSection) return line;
      return COMES_WITH.test(line.text) ? { kind: 'footer', text: line.text } : asked(line.dish);
    }
    if (line.kind === 'text' && prices.length > 0) {
      isAbove = false;
      const { text } = line;
      const { name, description } = splitName(text);
      return { kind: 'dish', text, name, description: description || null, codes: '', prices: prices.map(asQuestion) };
    }
    if (line.kind !== 'blank' || !isAbove) prices = [];
    return line;
  });
}
