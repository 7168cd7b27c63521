/** An encoding of texts from before UTF-8. */
export interface OldEncoding {
  /** As `TextDecoder` calls it. */
  encoding: string;
  /** For people. */
  label: string;
  /** Its names of the detector. */
  detected: readonly string[];
  /** The letters beside a to z of each language that is written in it, in lower case; a range of a regular expression. */
  letters: Readonly<Record<string, string>>;
}

const WESTERN = {
  en: 'àâçéèêëîïñôöûü',
  de: 'äöüßéèà',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü¿¡ºª',
  it: 'àèéìòù',
  pt: 'ãõáàâçéêíóôúºª',
  nl: 'éèëïöüáó',
  da: 'æøåé',
  sv: 'åäöé',
  nb: 'æøåéò',
  fi: 'äöå',
  ca: 'àçéèíïóòúü·',
};
const CENTRAL = {
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  hr: 'čćđšž',
  sl: 'čšž',
  ro: 'ăâîşţ',
};

/** The encodings that are tried, those of most files first. */
export const OLD_ENCODINGS: readonly OldEncoding[] = [
  {
    encoding: 'windows-1252',
    label: 'Western European',
    detected: ['windows-1252', 'ISO-8859-1'],
    letters: WESTERN,
  },
  { encoding: 'macintosh', label: 'Western European (Mac)', detected: [], letters: WESTERN },
  { encoding: 'windows-1250', label: 'Central European', detected: ['windows-1250', 'ISO-8859-2'], letters: CENTRAL },
  { encoding: 'iso-8859-2', label: 'Central European (ISO)', detected: ['ISO-8859-2'], letters: CENTRAL },
  {
    encoding: 'windows-1251',
    label: 'Cyrillic',
    detected: ['windows-1251', 'ISO-8859-5'],
    letters: { ru: 'а-яё', uk: 'а-щьюяєіїґ', bg: 'а-ъьюя', sr: 'а-шђјљњћџ' },
  },
  { encoding: 'koi8-r', label: 'Cyrillic (KOI8)', detected: ['KOI8-R'], letters: { ru: 'а-яё' } },
  {
    encoding: 'windows-1254',
    label: 'Turkish',
    detected: ['windows-1254', 'ISO-8859-9'],
    letters: { tr: 'çğıöşüâîûi̇' },
  },
  {
    encoding: 'windows-1253',
    label: 'Greek',
    detected: ['windows-1253', 'ISO-8859-7'],
    letters: { el: 'α-ωάέήίόύώϊϋΐΰ' },
  },
  { encoding: 'windows-1255', label: 'Hebrew', detected: ['windows-1255', 'ISO-8859-8'], letters: { he: 'א-ת' } },
  { encoding: 'windows-1256', label: 'Arabic', detected: ['windows-1256', 'ISO-8859-6'], letters: { ar: 'ء-ي' } },
  {
    encoding: 'windows-1257',
    label: 'Baltic',
    detected: ['windows-1257'],
    letters: { lt: 'ąčęėįšųūž', lv: 'āčēģīķļņšūž', et: 'äöüõšž' },
  },
  { encoding: 'shift_jis', label: 'Japanese', detected: ['Shift_JIS'], letters: { ja: 'ぁ-ヿ一-鿿' } },
  { encoding: 'euc-jp', label: 'Japanese (EUC)', detected: ['EUC-JP'], letters: { ja: 'ぁ-ヿ一-鿿' } },
  { encoding: 'gb18030', label: 'Chinese', detected: ['GB18030'], letters: { zh: '一-鿿' } },
  { encoding: 'big5', label: 'Chinese (traditional)', detected: ['Big5'], letters: { 'zh-TW': '一-鿿' } },
  { encoding: 'euc-kr', label: 'Korean', detected: ['EUC-KR'], letters: { ko: '가-힣' } },
  { encoding: 'windows-874', label: 'Thai', detected: ['windows-874'], letters: { th: 'ก-๛' } },
];
