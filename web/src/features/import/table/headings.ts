import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';
import { type Column, type Field, HEADINGS, TEXTS } from '../../../lib/menu-table/columns.ts';

/** Other names of columns in English, German, French, Italian and Spanish. */
const ALIASES: Partial<Record<Field, string>> = {
  name: 'dish|item|item name|dish name|title|product|gericht|speise|artikel|bezeichnung|produkt|nom|plat|article|produit|intitulé|nome|piatto|articolo|prodotto|nombre|plato|artículo|producto',
  description:
    'details|beschreibung|zutaten|détails|descrizione|ingredienti|descripción|ingredientes|dish description|item description',
  price: 'cost|amount|preis|prix|tarif|prezzo|precio',
  categoryId:
    'section|group|course|menu section|kategorie|rubrik|gruppe|catégorie|rubrique|categoria|sezione|categoría|sección',
  isAvailable: 'availability|in stock|verfügbar|disponible|disponibile',
  energy: 'calories|kcal|kalorien',
};

const CURRENCY = String.raw`(?:\p{Sc}|(?:${Object.keys(CURRENCIES).join('|')})(?!\p{L}))`;
const CURRENCY_BESIDE = new RegExp(String.raw`^${CURRENCY}\s*(?=\p{L})|[\s/,-]*(?:\bin )?(?<!\p{L})${CURRENCY}$`, 'iu');

/** A heading for comparing, without a currency or what stands in brackets at its end: 'Preis (€)' and 'Preis €' → 'preis'. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*\([^)]*\)$/, '')
    .replace(CURRENCY_BESIDE, '');

const NAMES = new Map(
  (Object.keys(HEADINGS) as Field[]).flatMap((field) =>
    [plain(HEADINGS[field]), ...(ALIASES[field]?.split('|') ?? [])].map((name) => [name, field] as const),
  ),
);

/** What the column under `heading` has, if that is known: 'Gericht' → the name, 'Name:fr' → its translation into French. */
export function columnOf(heading: string): Column | undefined {
  const [, name = '', lang] = /^(.*?)(?::\s*([a-z-]+)\s*)?$/is.exec(heading) ?? [];
  const field = NAMES.get(plain(name));
  if (!field || lang === undefined) return field && { field, heading };
  for (const kind of ['category', 'item'] as const) {
    for (const text of ['name', 'description'] as const) {
      if (TEXTS[kind][text] === field) return { field, heading, lang: lang.toLowerCase(), kind, text };
    }
  }
  return undefined;
}

/** Whether these are the headings of a table of dishes. It has names with prices, or ids. */
export function areHeadings(cells: readonly string[]): boolean {
  const fields = new Set(cells.map((cell) => columnOf(cell)).map((column) => column && !column.lang && column.field));
  return fields.has('id') || (fields.has('name') && fields.has('price'));
}
