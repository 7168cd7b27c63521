import type { DraftTexts } from '@tavola/contracts/drafts.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { storedText } from '../translation/translation-store.ts';

/** The texts of a row in the menu's own language. */
type BaseTexts = Readonly<Partial<Record<'name' | 'description', string | null>>>;

/**
 * The translations `before` of a row, after those in `given` were set and removed. They are of the row's texts `base`.
 * @throws Problem `validation-failed` that names the translation of a text that the row does not have.
 */
export function withDraftTexts(before: StoredTexts, given: DraftTexts, base: BaseTexts): StoredTexts {
  const after = new Map(Object.entries(before));
  for (const [lang, texts] of Object.entries(given)) {
    const ofLang = new Map(Object.entries(before[lang] ?? {}));
    for (const field of ['name', 'description'] as const) {
      const text = texts[field];
      if (text === null) ofLang.delete(field);
      else if (text !== undefined) ofLang.set(field, storedText(text, requireBase(base, field, lang)));
    }
    if (ofLang.size > 0) after.set(lang, Object.fromEntries(ofLang));
    else after.delete(lang);
  }
  return Object.fromEntries(after);
}

/** The translations `texts` without those of `fields`. */
export const withoutFields = (texts: StoredTexts, fields: readonly string[]): StoredTexts => {
  const kept = Object.entries(texts).map(([lang, ofLang]) => {
    return [lang, Object.fromEntries(Object.entries(ofLang).filter(([field]) => !fields.includes(field)))] as const;
  });
  return Object.fromEntries(kept.filter(([, ofLang]) => Object.keys(ofLang).length > 0));
};

/** Whether `texts` set a translation, which needs room. */
export const setsTexts = (texts: DraftTexts | undefined): boolean =>
  Object.values(texts ?? {}).some(({ name, description }) => Boolean(name ?? description));

function requireBase(base: BaseTexts, field: 'name' | 'description', lang: string): string {
  const text = base[field];
  if (text) return text;
  const message = `There is no ${field} to translate.`;
  throw new Problem('validation-failed', message, { errors: [{ field: `texts.${lang}.${field}`, message }] });
}
