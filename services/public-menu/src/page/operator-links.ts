import { languageAndScript } from '@tavola/contracts/rules/languages.ts';

/** The operator's pages; what is absent is not linked. */
export interface OperatorPages {
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** Terms and privacy, in each language that the guests' page has words in. */
const WORDS: Readonly<Record<string, readonly [terms: string, privacy: string]>> = {
  en: ['Terms', 'Privacy'],
  de: ['Nutzungsbedingungen', 'Datenschutz'],
  fr: ['Conditions', 'Confidentialité'],
  es: ['Condiciones', 'Privacidad'],
  it: ['Termini', 'Privacy'],
  pt: ['Termos', 'Privacidade'],
  nl: ['Voorwaarden', 'Privacy'],
  pl: ['Regulamin', 'Prywatność'],
  tr: ['Koşullar', 'Gizlilik'],
  ar: ['الشروط', 'الخصوصية'],
  he: ['תנאים', 'פרטיות'],
  ja: ['利用規約', 'プライバシー'],
  'zh-Hans': ['条款', '隐私'],
};

const byLanguageAndScript = new Map(Object.entries(WORDS).map(([tag, words]) => [languageAndScript(tag), words]));

/** Links to the operator's pages, as HTML below the menu, in the language `tag` or in English; empty without pages. */
export function operatorLinks({ termsUrl, privacyUrl }: OperatorPages, tag: string | undefined): string {
  if (!termsUrl && !privacyUrl) return '';
  const known = byLanguageAndScript.get(languageAndScript(tag || 'en'));
  const [terms, privacy] = known ?? (WORDS.en as readonly [string, string]);
  const link = (url: string | undefined, text: string) =>
    url
      ? `<a href="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" rel="nofollow">${text}</a>`
      : '';
  const language = known ? '' : ' lang="en" dir="ltr"';
  return `<nav class="operator-links"${language}>${link(termsUrl, terms)}${link(privacyUrl, privacy)}</nav>`;
}
