const CAPTIONS: Readonly<Record<string, string>> = {
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

/** What stands under a printed code whose style has no caption, in the menu's language `tag`; in English where it isn't known. */
export const sheetCaption = (tag: string = 'en'): string =>
  CAPTIONS[tag] ?? CAPTIONS[tag.split('-')[0] as string] ?? (CAPTIONS.en as string);
