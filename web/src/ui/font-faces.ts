import plugin from 'tailwindcss/plugin';

/** A device font that is stretched to the widths and heights of a web font and stands in for it while that loads. */
interface DeviceFont {
  /** Its names on devices, of which the first that is there is taken. */
  local: readonly string[];
  /** Its size over that of Georgia or Arial, for texts of the same width. */
  size: number;
}

/** The stand-ins of "Jost" are called "Jost Arial", "Jost Noto Sans" and "Jost DejaVu Sans". */
interface WebFont {
  /** The weights in its files. Without, only stand-ins are declared. */
  weights?: string;
  /** The font that has its Vietnamese letters, which it lacks. */
  vietnamese?: 'Nunito';
  /** The axis that its files are named for, if not the weight. */
  axis?: string;
  sizeAdjust?: string;
  /** Its heights in % of the font size, with `sizeAdjust`. */
  ascent: number;
  descent: number;
  standIns: Readonly<Record<string, DeviceFont>>;
  /**
   * The `size-adjust` of Georgia or Arial in %, by weight: the ratio of the widths of the seeds' texts at the weights in use.
   * From 600 on, the browser makes the stand-in for 599 bold, which is as wide.
   */
  standInSizes: Readonly<Record<string, number>>;
}

const SERIF = {
  Georgia: { local: ['Georgia'], size: 1 },
  'Noto Serif': { local: ['Noto Serif', 'Noto Serif Regular'], size: 0.9277 },
  Times: { local: ['Times New Roman', 'Liberation Serif'], size: 1.0957 },
  'DejaVu Serif': { local: ['DejaVu Serif'], size: 0.863 },
};
const SANS = {
  Arial: { local: ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue'], size: 1 },
  'Noto Sans': { local: ['Noto Sans', 'Noto Sans Regular'], size: 0.946 },
  'DejaVu Sans': { local: ['DejaVu Sans'], size: 0.8823 },
};

const FONTS: Record<string, WebFont> = {
  Fraunces: {
    weights: '100 900',
    axis: 'opsz',
    ascent: 97.8,
    descent: 25.5,
    standIns: SERIF,
    standInSizes: { normal: 106.8 },
  },
  Figtree: {
    weights: '300 900',
    vietnamese: 'Nunito',
    ascent: 95,
    descent: 25,
    standIns: SANS,
    standInSizes: { '100 549': 100.4, '550 599': 102.1 },
  },
  'EB Garamond': {
    weights: '400 800',
    sizeAdjust: '112.5%',
    ascent: 113.3,
    descent: 33.5,
    standIns: SERIF,
    standInSizes: { '100 449': 96.7, '450 549': 100.6, '550 599': 103 },
  },
  Cormorant: { weights: '300 700', ascent: 92.4, descent: 28.7, standIns: SERIF, standInSizes: { normal: 88.6 } },
  Jost: {
    weights: '100 900',
    vietnamese: 'Nunito',
    ascent: 107,
    descent: 37.5,
    standIns: SANS,
    standInSizes: { '100 449': 95.5, '450 549': 99.5, '550 599': 102.3 },
  },
  'Playfair Display': {
    weights: '400 900',
    ascent: 108.2,
    descent: 25.1,
    standIns: SERIF,
    standInSizes: { normal: 103 },
  },
  'Source Sans 3': {
    weights: '200 900',
    ascent: 102.4,
    descent: 40,
    standIns: SANS,
    standInSizes: { '100 549': 93.5, '550 599': 96.3 },
  },
  'Bricolage Grotesque': {
    weights: '200 800',
    ascent: 93,
    descent: 27,
    standIns: SANS,
    standInSizes: { normal: 110.3 },
  },
  Nunito: {
    weights: '200 1000',
    ascent: 101.1,
    descent: 35.3,
    standIns: SANS,
    standInSizes: { '100 549': 100.9, '550 599': 102.6 },
  },
  // For headings, at 800.
  'Nunito Black': { ascent: 101.1, descent: 35.3, standIns: SANS, standInSizes: { normal: 107.2 } },
};

/** Other scripts use the device's fonts. */
const SUBSETS = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212, U+FEFF',
  'latin-ext': 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F, U+1EF2-1EFF',
  // What Vietnamese needs besides.
  vietnamese: 'U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF1, U+20AB',
};

const percent = (part: number, of: number) => `${Math.round((part / of) * 1000) / 10}%`;

/** A font's @font-face rules. Text shows at once in a stand-in and is swapped. */
function facesOf(family: string): Record<string, string>[] {
  const font = FONTS[family];
  if (!font) throw new Error(`font-faces.ts has no font "${family}".`);
  const { weights, vietnamese = family, axis = 'wght', sizeAdjust, ascent, descent, standIns, standInSizes } = font;
  const own = Object.entries(weights ? SUBSETS : {}).map(([subset, unicodeRange]) => {
    const name = (subset === 'vietnamese' ? vietnamese : family).toLowerCase().replaceAll(' ', '-');
    return {
      fontFamily: `"${family}"`,
      fontDisplay: 'swap',
      fontWeight: `${weights}`,
      ...(sizeAdjust && { sizeAdjust }),
      src: `url("@fontsource-variable/${name}/files/${name}-${subset}-${axis}-normal.woff2") format("woff2")`,
      unicodeRange,
    };
  });
  const stretched = Object.entries(standIns).flatMap(([standIn, { local, size }]) =>
    Object.entries(standInSizes).map(([weight, base]) => ({
      fontFamily: `"${family} ${standIn}"`,
      ...(weight !== 'normal' && { fontWeight: weight }),
      src: local.map((one) => `local("${one}")`).join(', '),
      sizeAdjust: percent(base * size, 100),
      ascentOverride: percent(ascent, base * size),
      descentOverride: percent(descent, base * size),
      lineGapOverride: '0%',
    })),
  );
  return [...own, ...stretched];
}

/** `@plugin "./font-faces.ts" { fonts: Fraunces, Figtree; }` adds the @font-face rules of these fonts and of their stand-ins. */
export default plugin.withOptions<{ fonts: string[] }>((options) => ({ addBase }) => {
  addBase({ '@font-face': options?.fonts.flatMap(facesOf) ?? [] });
});
