import type { Tenant, TenantAtSlug } from '@tavola/contracts/auth.ts';
import type { ShownDaypart } from '@tavola/contracts/dayparts.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import { type PublicMenu, publicMenu } from '@tavola/contracts/public-menu.ts';
import { type ChoiceKind, choiceField } from '@tavola/contracts/rules/choices.ts';
import { sentPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { textsOfTenant, withTenantTexts } from '@tavola/contracts/rules/tenant-texts.ts';
import { daypartStates, daypartsOn, itemsAt, optionGroupsAt } from '@tavola/contracts/rules/turns.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { z } from 'zod';
import type { Phase } from './representations.ts';

// A master is a menu with all its languages, and with the times at which it changes by itself: what is cached. The menu in one
// language at one time, as guests get it, is made from it. Of a menu without both, that is the same.

/** Translations that are right for today's base texts, by language and field. */
const translations = z.record(z.string(), z.record(z.string(), z.string()));
export type Translations = z.infer<typeof translations>;

interface Translated {
  texts?: Translations;
}

const { shape } = publicMenu;
const texts = { texts: translations.optional() };

export const masterMenu = publicMenu.extend({
  tenant: shape.tenant.extend(texts),
  categories: z.array(shape.categories.element.extend(texts)),
  items: z.array(shape.items.element.extend(texts)),
  dayparts: z.array(shape.dayparts.unwrap().element.extend(texts)).optional(),
  optionGroups: z.array(shape.optionGroups.unwrap().element.extend(texts)).optional(),
});

export type PublicItem = PublicMenu['items'][number];
export type PublicGroup = NonNullable<PublicMenu['optionGroups']>[number];

/** A menu with the translations of its offered languages; the restaurant has those of all its languages. */
export interface MasterMenu extends PublicMenu {
  tenant: Tenant & Translated & Pick<PublicMenu['tenant'], 'calls'>;
  categories: (Category & Translated)[];
  items: (PublicItem & Translated)[];
  dayparts?: (ShownDaypart & Translated)[] | undefined;
  optionGroups?: (PublicGroup & Translated)[] | undefined;
}

/** Increment when the content of a body changes but its fields stay the same. */
const REVISION = 2;

/** The format of `menu`'s bodies. It changes when a field is added, removed or changes its type. */
export const formatOf = (menu: z.ZodType<MasterMenu>): string => fingerprintOf(menu, String(REVISION));

/** The format of the bodies that this release caches. Processes of two releases cache one of each. */
export const MENU_FORMAT = formatOf(masterMenu);

/** The fields that can be translated. */
const FIELDS = ['name', 'description'] as const;

/** Of `stored`, the translations into `tags` that are right for the texts `bases`; undefined if there are none. */
export function rightTexts(
  stored: StoredTexts | undefined,
  bases: Readonly<Record<string, string | null>>,
  tags: readonly string[],
): Translations | undefined {
  if (!stored) return undefined;
  const hashes = new Map<string, string>();
  const hashOf = (field: string, base: string) => {
    const hash = hashes.get(field) ?? hashOfText(base);
    hashes.set(field, hash);
    return hash;
  };
  const found: [string, Record<string, string>][] = [];
  for (const tag of tags) {
    const fields = Object.entries(stored[tag] ?? {}).flatMap(([field, { t, of }]) => {
      const base = bases[field];
      return base && hashOf(field, base) === of ? [[field, t] as const] : [];
    });
    if (fields.length > 0) found.push([tag, Object.fromEntries(fields)]);
  }
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** The restaurant of a master: its translations are those that are right. */
export type Owner = Omit<TenantAtSlug, 'texts'> & Translated;

/** The restaurant as auth returned it, with the translations that are right. */
export function ownerOf({ texts, ...tenant }: TenantAtSlug): Owner {
  const right = rightTexts(texts, textsOfTenant(tenant), tenant.languages?.others ?? []);
  return { ...tenant, ...(right && { texts: right }) };
}

/** `row` with only those of its translations that are into `tags`. */
export function pickTexts<Row extends Translated>({ texts = {}, ...row }: Row, tags: readonly string[]): Row {
  const picked = tags.flatMap((tag) => (texts[tag] ? [[tag, texts[tag]] as const] : []));
  return { ...row, ...(picked.length > 0 && { texts: Object.fromEntries(picked) }) } as Row;
}

/** The menu in the language `lang`, one of those that `master` offers. Texts without a translation stay in the base language. */
export function inLanguage(master: MasterMenu, lang: string): PublicMenu {
  const { tenant, categories, items, dayparts, optionGroups, language, money: _ofBase, ...rest } = master;
  if (!language) throw new Error('a menu without languages is its own only form');
  const isBase = lang === language.base;
  const money = sentPattern(lang, tenant.currency);
  const translated = <Row extends Texts & Translated>({ texts, ...row }: Row) => {
    if (isBase) return row;
    const own = texts?.[lang] ?? {};
    const { name, description } = own;
    const untranslated = FIELDS.filter((field) => (row as Texts)[field] && own[field] === undefined);
    return {
      ...row,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...choicesIn(row as WithChoices, own),
      ...(untranslated.length > 0 && { untranslated }),
    };
  };
  return {
    tenant: tenantIn(tenant, isBase ? undefined : lang),
    categories: categories.map(translated) as PublicMenu['categories'],
    items: items.map(translated) as PublicMenu['items'],
    ...(dayparts && { dayparts: dayparts.map(translated) as PublicMenu['dayparts'] }),
    ...(optionGroups && { optionGroups: optionGroups.map(translated) as PublicMenu['optionGroups'] }),
    ...rest,
    language: { ...language, tag: lang },
    ...(money && { money }),
  };
}

/** A row with choices: a dish with sizes, or a group with options. */
interface WithChoices {
  variants?: readonly { id: number; name: string }[];
  options?: readonly { id: number; name: string }[];
}

/** The sizes or options of `row` with their translations `own`, which are stored under `choiceField`. */
function choicesIn({ variants, options }: WithChoices, own: Readonly<Record<string, string>>): WithChoices {
  const translated =
    <Choice extends { id: number; name: string }>(kind: ChoiceKind) =>
    (choice: Choice) => {
      const name = own[choiceField(kind, choice.id)];
      return name === undefined ? { ...choice, untranslated: ['name'] } : { ...choice, name };
    };
  return {
    ...(variants && { variants: variants.map(translated('variant')) }),
    ...(options && { options: options.map(translated('option')) }),
  };
}

function tenantIn({ texts, ...tenant }: MasterMenu['tenant'], lang: string | undefined): PublicMenu['tenant'] {
  if (lang === undefined) return tenant;
  const own = texts?.[lang] ?? {};
  const bases = Object.entries(textsOfTenant(tenant));
  const untranslated = bases.flatMap(([field, base]) => (base !== null && own[field] === undefined ? [field] : []));
  return { ...withTenantTexts(tenant, own), ...(untranslated.length > 0 && { untranslated }) };
}

interface Texts {
  name: string;
  description?: string | null;
}

/** `menu` as it is in `phase`. */
export function inPhase(menu: PublicMenu, phase: Phase): PublicMenu {
  const { at, until } = phase;
  const on = daypartsOn(daypartStates(menu, at));
  return {
    ...menu,
    ...(menu.optionGroups && { optionGroups: [...optionGroupsAt(menu.optionGroups, at)] }),
    items: itemsAt(menu, at, on),
    ...(menu.dayparts && { dayparts: menu.dayparts.map((daypart) => ({ ...daypart, isOn: on.has(daypart.id) })) }),
    phase: { at, ...(until !== undefined && { until }) },
  };
}
