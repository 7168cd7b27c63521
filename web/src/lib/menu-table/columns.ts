import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { FACETS } from '@tavola/contracts/facets/facets.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { isConfirmed, safeStates } from '@tavola/contracts/rules/declared-allergens.ts';
import type { MENU_TEXTS, MenuTranslations } from '@tavola/contracts/translations.ts';
import { localText } from '../times/sold-out-until.ts';
import { type Cell, cellText, EXAMPLE, type Table } from './cells.ts';

/** A menu with all that a table of its dishes says. */
export interface WholeMenu {
  categories: readonly Category[];
  items: readonly MenuItem[];
  dayparts: readonly Daypart[];
  optionGroups: readonly OptionGroup[];
  /** Its texts in each other language. */
  translations: readonly { lang: string; texts: MenuTranslations['texts'] }[];
  /** The restaurant's. */
  timeZone: string;
}

/** A field of a dish, or the description of its category. */
export type Field = keyof MenuItem | 'categoryDescription';

/** `make` of each facet. */
export const forFacets = <Value>(make: (name: keyof typeof FACETS) => Value) =>
  Object.fromEntries((Object.keys(FACETS) as (keyof typeof FACETS)[]).map((name) => [name, make(name)])) as Record<
    keyof typeof FACETS,
    Value
  >;

/** The heading of each field's column, in their order. A field that is missing here is a type error. */
export const HEADINGS: Readonly<Record<Field, string>> = {
  id: 'ID',
  categoryId: 'Category',
  name: 'Name',
  description: 'Description',
  price: 'Price',
  variants: 'Sizes',
  optionGroups: 'Options',
  isAvailable: 'Available',
  soldOutUntil: 'Out of Stock Until',
  isPopular: 'Popular',
  isFeatured: 'Featured',
  ...forFacets((name) => FACETS[name].column),
  dayparts: 'Served',
  offers: 'Offers',
  allergens: 'Allergens',
  categoryDescription: 'Category Description',
  image: 'Picture',
};

/** The rows of a menu whose texts are columns, and the field whose column has them in the menu's own language. */
export const TEXTS = {
  category: { name: 'categoryId', description: 'categoryDescription' },
  item: { name: 'name', description: 'description' },
} as const satisfies { [Kind in 'category' | 'item']: Record<keyof (typeof MENU_TEXTS)[Kind], Field> };

type Kind = keyof typeof TEXTS;

/** A column with a field, or with the translation of a text. */
export type Column = { field: Field; heading: string } & ({ lang?: never } | Translation);

/** Which text of which row a column has, in another language than the menu's own. */
export interface Translation {
  lang: string;
  kind: Kind;
  text: 'name' | 'description';
}

const FIELDS = Object.keys(HEADINGS) as Field[];

/** All columns of a menu with translations into `langs`: 'Name', 'Price', 'Name:fr'. */
export const columnsFor = (langs: readonly string[]): Column[] => [
  ...FIELDS.map((field) => ({ field, heading: HEADINGS[field] })),
  ...langs.flatMap((lang) =>
    (Object.keys(TEXTS) as Kind[]).flatMap((kind) =>
      (['name', 'description'] as const).map((text): Column => {
        const field = TEXTS[kind][text];
        return { field, heading: `${HEADINGS[field]}:${lang}`, lang, kind, text };
      }),
    ),
  ),
];

/** Between the parts of a cell that has several. */
export const SEPARATOR = '; ';

/** In the column Offers, between a menu time and a size. */
export const OF_SIZE = ' / ';

/** In the column Served: all the time, even if its category is not. */
export const ALWAYS = 'always';

/** In the column Sizes, behind the price of one that is sold out. */
export const SOLD_OUT = '(out of stock)';

/** What stands in the cells of a menu's table. */
export function cellsOf(menu: WholeMenu) {
  const categories = new Map<number | null, Category>(menu.categories.map((category) => [category.id, category]));
  const dayparts = new Map(menu.dayparts.map(({ id, name }) => [id, name]));
  const daypart = (id: number) => dayparts.get(id) ?? `#${id}`;
  const groups = new Map(menu.optionGroups.map(({ id, name }) => [id, name]));
  const texts = new Map<string, string | null>(
    menu.translations.flatMap(({ lang, texts }) =>
      texts.map(({ kind, id, field, text }) => [`${lang} ${kind} ${id} ${field}`, text] as const),
    ),
  );
  const printers: Record<keyof MenuItem, (item: MenuItem) => Cell> = {
    id: ({ id }) => id,
    categoryId: ({ categoryId }) => categories.get(categoryId)?.name ?? null,
    name: ({ name }) => name,
    description: ({ description }) => description,
    price: ({ price }) => price,
    isAvailable: ({ isAvailable }) => isAvailable,
    soldOutUntil: ({ soldOutUntil }) =>
      soldOutUntil === undefined ? null : localText(Date.parse(soldOutUntil), menu.timeZone),
    isPopular: ({ isPopular }) => isPopular,
    isFeatured: ({ isFeatured }) => isFeatured,
    ...forFacets((name) => (item: MenuItem) => listed(item[name])),
    dayparts: ({ dayparts }) => (dayparts?.length === 0 ? ALWAYS : (dayparts?.map(daypart).join(SEPARATOR) ?? null)),
    offers: ({ offers, variants }) =>
      offers
        ?.map(({ daypart: id, price, variant }) => {
          const size = variants?.find((one) => one.id === variant)?.name;
          return `${[daypart(id), size].filter(Boolean).join(OF_SIZE)}: ${cellText(price)}`;
        })
        .join(SEPARATOR) || null,
    variants: ({ variants }) =>
      variants
        // A new size may say nothing of its availability.
        ?.map(({ name, price, isAvailable }) =>
          [`${name}: ${cellText(price)}`, isAvailable === false && SOLD_OUT].filter(Boolean).join(' '),
        )
        .join(SEPARATOR) ?? null,
    optionGroups: ({ optionGroups }) => optionGroups?.map((id) => groups.get(id) ?? `#${id}`).join(SEPARATOR) || null,
    allergens: ({ allergens, ...item }) =>
      allergens ? allergensInWords(safeStates(allergens.states, isConfirmed(allergens, item))) : null,
    image: ({ image }) => image,
  };
  return {
    /** What stands in a column with a field of dishes. */
    field: (field: keyof MenuItem, item: MenuItem): Cell => printers[field](item),
    /** What stands in `column` for a dish in a category, or for the category alone. */
    cell(column: Column, item: MenuItem | undefined, categoryId: number | null | undefined): Cell {
      if (column.lang !== undefined) {
        const id = column.kind === 'item' ? item?.id : categoryId;
        return texts.get(`${column.lang} ${column.kind} ${id} ${column.text}`) ?? null;
      }
      if (column.field === 'categoryDescription') return categories.get(categoryId ?? null)?.description ?? null;
      return item ? printers[column.field](item) : null;
    },
  };
}

const listed = (value: number | readonly string[] | undefined): Cell =>
  value === undefined || typeof value === 'number' ? (value ?? null) : value.join(SEPARATOR) || null;

/** 'contains milk, eggs; may contain sesame; free from fish' */
function allergensInWords(states: string): Cell {
  const parts = Object.entries({ c: 'contains', m: 'may contain', f: 'free from' }).flatMap(([state, words]) => {
    const named = ALLERGENS.filter((_, index) => states[index] === state);
    return named.length > 0 ? `${words} ${named.join(', ')}` : [];
  });
  return parts.join(SEPARATOR) || null;
}

/** The whole menu as a table; of one without dishes, a table with an example to fill in. */
export function menuTable(menu: WholeMenu): Table {
  const columns = columnsFor(menu.translations.map(({ lang }) => lang));
  const { cell } = cellsOf(menu);
  const places = new Map(menu.categories.map(({ id }, place) => [id, place]));
  const place = ({ categoryId }: MenuItem) => places.get(categoryId ?? 0) ?? places.size;
  const items = [...menu.items].sort((one, other) => place(one) - place(other));
  return {
    headings: columns.map(({ heading }) => heading),
    rows:
      items.length > 0
        ? items.map((item) => columns.map((column) => cell(column, item, item.categoryId)))
        : [columns.map((column) => (column.lang === undefined ? (EXAMPLE_ROW[column.field] ?? null) : null))],
  };
}

const EXAMPLE_ROW: Partial<Record<Field, Cell>> = {
  id: EXAMPLE,
  categoryId: 'Pizza',
  name: 'Margherita',
  description: 'Tomato, mozzarella and basil',
  price: 8.5,
  isAvailable: true,
};
