import { z } from 'zod';
import { asField } from './field-kind.ts';
import { flag, optionalText, requiredText, wholeNumber } from './fields.ts';
import { menuChanges, versionParam } from './history.ts';

/** GET /api/qr-code: the tenant's main code as a PNG data URL, and the URL of its menu. */
export const qrCode = z.object({
  qrCode: z.string().startsWith('data:image/png;base64,'),
  menuUrl: z.url(),
});
export type QrCode = z.infer<typeof qrCode>;

/** Longest name of a code, in characters. */
const CODE_NAME_MAX_LENGTH = 60;

/** Most codes in one run, and on one sheet. */
export const RUN_MAX = 200;

/** Largest number in a run. */
const RUN_NUMBER_MAX = 9_999;

/** Longest caption of a style, in characters. */
export const CAPTION_MAX_LENGTH = 40;

/** Largest logo file, in bytes. */
export const LOGO_MAX_BYTES = 200 * 1024;

/** The name of every restaurant's main code, until its owner changes it. It is not printed. */
export const MAIN_CODE_NAME = 'Main code';

/** A code as its owner sees it; `id` is what analytics calls `codeId`. A retired one still leads to the menu. */
export const code = z.object({
  id: z.string(),
  name: z.string(),
  /** One per restaurant; it can't be retired. */
  isMain: z.boolean(),
  createdAt: z.iso.datetime(),
  retiredAt: z.iso.datetime().nullable(),
});
export type Code = z.infer<typeof code>;

const color = (label: string) =>
  asField(
    'color',
    z
      .string({ error: `${label} must be text.` })
      .trim()
      .regex(/^#[0-9a-fA-F]{6}$/, { error: `${label} must look like #059669.` })
      .transform((value) => value.toLowerCase()),
  );

/** How the codes of a restaurant look. */
export const codeStyle = z.object({
  foreground: z.string(),
  background: z.string(),
  /** A PNG data URL, made by the worker from the uploaded picture. */
  logo: z.string().nullable(),
  caption: z.string().nullable(),
});
export type CodeStyle = z.infer<typeof codeStyle>;

export const DEFAULT_STYLE: CodeStyle = { foreground: '#000000', background: '#ffffff', logo: null, caption: null };

/** GET /api/qr-codes: main code first, then by creation, including retired ones. A code's link is `linkBase` + id. */
export const codeList = z.object({ codes: z.array(code), style: codeStyle, linkBase: z.url() });
export type CodeList = z.infer<typeof codeList>;

const name = requiredText('Name', CODE_NAME_MAX_LENGTH);

/** GET /internal/codes/{tenantId} of qr: the names of all codes, including retired ones. */
export const codeNames = z.object({ codes: z.array(code.pick({ id: true, name: true })) });

/** GET /internal/codes/{tenantId}/ids of qr: the ids of all codes, including retired ones. */
export const codeIds = z.object({ codeIds: z.array(z.string()) });

/** POST /api/qr-codes and PUT /api/qr-codes/{id}; both return the code. */
export const codeInput = z.object({ name });
export type CodeInput = z.infer<typeof codeInput>;

/** POST /api/qr-codes/run: for example, prefix 'Table', from 1, to 40 creates 'Table 1' to 'Table 40'. */
export const runInput = z
  .object({
    prefix: requiredText('Prefix', CODE_NAME_MAX_LENGTH - 5),
    from: wholeNumber('The first number', RUN_NUMBER_MAX),
    to: wholeNumber('The last number', RUN_NUMBER_MAX),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: "The last number can't be below the first." })
  .refine(({ from, to }) => to - from < RUN_MAX, { path: ['to'], error: `A set can have at most ${RUN_MAX} codes.` });
export type RunInput = z.infer<typeof runInput>;

/** The response to a run. */
export const codeRun = z.object({ codes: z.array(code) });
export type CodeRun = z.infer<typeof codeRun>;

/** The base64 length of this many bytes. */
const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);
const LOGO_PREFIX = /^data:image\/(?:png|jpeg);base64,/;

const logo = asField(
  'picture',
  z
    .string({ error: 'Logo must be a data URL.' })
    .regex(LOGO_PREFIX, { error: 'The logo must be a PNG or JPEG image.', abort: true })
    .refine((url) => url.length - url.indexOf(',') - 1 <= base64Length(LOGO_MAX_BYTES), {
      error: `The logo can be at most ${LOGO_MAX_BYTES / 1024} KB.`,
      abort: true,
    })
    .refine((url) => /^[A-Za-z0-9+/]+={0,2}$/.test(url.slice(url.indexOf(',') + 1)), {
      error: "The logo's data URL could not be read.",
    })
    .nullable(),
);

/**
 * PUT /api/qr-codes/style: a missing field stays unchanged; `null` removes the logo or caption. Returns the style like
 * GET, or `validation-failed` with the field that makes the code unreadable for phones.
 */
export const styleInput = z
  .object({
    foreground: color('Code color'),
    background: color('Background color'),
    logo,
    caption: optionalText('Caption', CAPTION_MAX_LENGTH),
  })
  .partial();
export type StyleInput = z.infer<typeof styleInput>;

const IMAGE_SIZES = [512, 1024, 2048] as const;
const IMAGE_FORMATS = ['png', 'svg'] as const;

/**
 * The query of GET /api/qr-codes/{id}/image; `size` is the width in pixels and is ignored for SVG. With `printed`, a version of the
 * menu, guests who scan the code see what changed since.
 */
export const imageQuery = z.object({
  format: z.enum(IMAGE_FORMATS, { error: 'The format must be png or svg.' }).default('png'),
  size: z
    .enum(['512', '1024', '2048'], { error: 'The size must be 512, 1024 or 2048.' })
    .default('1024')
    .transform((size) => Number(size) as (typeof IMAGE_SIZES)[number]),
  printed: versionParam.optional(),
});
export type ImageQuery = z.infer<typeof imageQuery>;

export const PAPERS = ['A4', 'Letter'] as const;
/** Codes per page, or a table tent: a page folded in the middle. */
export const LAYOUTS = ['1', '4', '12', 'tent'] as const;
const SHEET_FORMATS = ['pdf', 'zip'] as const;

/** POST /api/qr-codes/sheets; a zip contains PNGs, so paper and layout do not apply. */
export const sheetInput = z.object({
  codeIds: asField(
    'code-ids',
    z
      .array(z.string({ error: 'Codes must be ids.' }), { error: 'Codes must be a list of ids.' })
      .min(1, { error: 'Choose at least one code.', abort: true })
      .max(RUN_MAX, { error: `A sheet can have at most ${RUN_MAX} codes.`, abort: true })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'A code can be on a sheet only once.' }),
  ),
  paper: z.enum(PAPERS, { error: 'The paper must be A4 or Letter.' }).default('A4'),
  layout: z.enum(LAYOUTS, { error: 'The layout must be 1, 4, 12 or tent.' }).default('4'),
  format: z.enum(SHEET_FORMATS, { error: 'The format must be pdf or zip.' }).default('pdf'),
  /** Whether each card of a PDF has a second code, which joins the guests' Wi-Fi. */
  wifi: flag('Wi-Fi').default(false),
});
export type SheetInput = z.infer<typeof sheetInput>;

/** The response to POST /api/qr-codes/sheets (202); an identical request returns the same sheet. */
export const sheetMade = z.object({ id: z.uuid() });
export type SheetMade = z.infer<typeof sheetMade>;

/** GET /api/qr-codes/sheets/{id}: progress, `done` of `total` codes. The finished file is at `/file` for a day. */
export const sheet = z.object({
  state: z.enum(['waiting', 'working', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  /** The reason for a failure, shown to the user. */
  reason: z.string().optional(),
  fileName: z.string().optional(),
});
export type Sheet = z.infer<typeof sheet>;

/** Printed sheets of a restaurant that are remembered, the newest. */
export const PRINTED_SHEETS_MAX = 20;

/** A sheet that was made as a PDF. `changes` is what guests see differently since; null while that can't be told. */
export const printedSheet = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  codeIds: z.array(z.string()),
  paper: z.enum(PAPERS),
  layout: z.enum(LAYOUTS),
  /** Whether its cards have the code of the guests' Wi-Fi. */
  wifi: z.boolean(),
  changes: menuChanges.nullable(),
});
export type PrintedSheet = z.infer<typeof printedSheet>;

/** GET /api/qr-codes/sheets: newest first. */
export const printedSheets = z.object({ sheets: z.array(printedSheet) });
export type PrintedSheets = z.infer<typeof printedSheets>;

/** The query of the link on a printed menu: the menu's version when it was printed. */
export const PRINTED_VERSION = 'p';
