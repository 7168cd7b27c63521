import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { choiceField } from '@tavola/contracts/rules/choices.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Prisma } from '../generated/client.ts';
import { optionGroupStore } from './option-group-store.ts';

/** Every guest of a restaurant gets its option groups in one language, so they may have so many bytes as compressed JSON. */
const GROUPS_GZIP_MAX = 40_000;

type Translated = OptionGroup & { texts: StoredTexts };

/**
 * Runs `act`, and checks the size of all option groups in each language if it made them longer: groups that are too long can be
 * shortened. `field` is what of the request made them longer.
 * @throws Problem `validation-failed` that names `field`
 */
export async function withinGroupsLimit<Result>(
  tx: Prisma.TransactionClient,
  tenantId: string,
  act: () => Promise<Result>,
  field = 'options',
): Promise<Result> {
  const groups = optionGroupStore(tx, tenantId);
  const before = await groups.listTranslated();
  const result = await act();
  const after = await groups.listTranslated();
  for (const lang of [undefined, ...languagesOf(after)]) {
    const json = publicJson(after, lang);
    if (json.length <= GROUPS_GZIP_MAX) continue;
    const size = (await gzipped(json)).length;
    if (size > GROUPS_GZIP_MAX && size > (await gzipped(publicJson(before, lang))).length) throw tooLong(field, lang);
  }
  return result;
}

const gzipped = promisify(gzip);

const inEnglish = new Intl.DisplayNames('en', { type: 'language' });

const languagesOf = (groups: readonly Translated[]): string[] => [
  ...new Set(groups.flatMap(({ texts }) => Object.keys(texts))),
];

/** What of the groups guests get who read `lang`, or else the menu's own language; but for allergens, which add little. */
const publicJson = (groups: readonly Translated[], lang: string | undefined): Buffer =>
  Buffer.from(
    JSON.stringify(
      groups.map(({ texts, name, options, ...group }) => {
        const translated = (lang === undefined ? undefined : texts[lang]) ?? {};
        return {
          ...group,
          name: translated.name?.t ?? name,
          options: options.map(({ allergens: _allergens, ...option }) => ({
            ...option,
            name: translated[choiceField('option', option.id)]?.t ?? option.name,
          })),
        };
      }),
    ),
  );

function tooLong(field: string, lang: string | undefined): Problem {
  const where = lang === undefined ? '' : ` in ${inEnglish.of(lang)}`;
  const message = `All option groups together are too long for a menu${where}. Please shorten or delete some options first.`;
  return new Problem('validation-failed', message, { errors: [{ field, message }] });
}
