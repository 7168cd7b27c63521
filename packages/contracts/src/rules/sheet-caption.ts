import { languageAndScript } from './languages.ts';

const CAPTIONS = {
  en: 'Scan for our menu',
  de: 'Scannen für unsere Speisekarte',
  fr: 'Scannez pour voir la carte',
  es: 'Escanea para ver la carta',
  it: 'Inquadra per vedere il menù',
  pt: 'Leia o código para ver o menu',
  nl: 'Scan voor onze menukaart',
  pl: 'Zeskanuj, aby zobaczyć menu',
  tr: 'Menümüz için okutun',
  ar: 'امسح الرمز لعرض القائمة',
  he: 'סרקו לצפייה בתפריט',
  ja: 'スキャンしてメニューを見る',
  'zh-Hans': '扫码查看菜单',
};

const byLanguageAndScript = new Map(
  Object.entries(CAPTIONS).map(([tag, caption]) => [languageAndScript(tag), caption]),
);

/** The caption of a printed code whose style has none, in the menu's language `tag`, or in English. */
export const sheetCaption = (tag: string | undefined): string =>
  byLanguageAndScript.get(languageAndScript(tag || 'en')) ?? CAPTIONS.en;
