import { type FieldKind, fieldMetaOf } from '@tavola/contracts/field-kind.ts';
import { documentOf } from '@tavola/contracts/field-list.ts';
import { z } from 'zod';

// Values that no field accepts, by the kind of field. A service must reject each and name the field.

/** None of these is text. */
const NO_TEXT = [0, 1e308, true, [], {}, ['x']];
const NO_NUMBER = ['1', '', 'NaN', true, [], {}, null];
const UNSTORABLE = ['a\u0000b', '\u0000', 'a\ud800b', '\udc00'];
const BLANK = ['', ' ', ' \t\n ', '\u200b', '\u2028'];
const long = 'x'.repeat(5_000);

const wholeNumber = [...NO_NUMBER, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308];
const WEEK = Array(7).fill([]);
const DAYPART = { name: 'Lunch', weekly: [[[720, 900]], ...WEEK.slice(1)], special: [], isActive: true };
const lists = ['x', 7, null, {}, [0], [-1], [1.5], ['1'], [null], [[1]], [2 ** 31], [1e308]];

/** For each kind of field, the values it must reject. */
const BAD_VALUES: Readonly<Record<FieldKind, readonly unknown[]>> = {
  'required-text': [...NO_TEXT, null, ...BLANK, ...UNSTORABLE, long],
  'optional-text': [...NO_TEXT, ...UNSTORABLE, long],
  flag: ['true', 'false', '', 0, 1, null, [], {}],
  price: [...NO_NUMBER, -0.01, -1, 1.005, 0.001, 1e308, -1e308, 100_000_000],
  id: [...wholeNumber, 0],
  'whole-number': wholeNumber,
  seconds: [...NO_NUMBER, -1],
  ids: [...lists, [], [1, 1], Array.from({ length: 2_001 }, (_, at) => at + 1)],
  'item-ids': [...lists, Array.from({ length: 201 }, (_, at) => at + 1)],
  'code-ids': [
    'x',
    7,
    null,
    {},
    [],
    [1],
    [null],
    [['x']],
    ['a', 'a'],
    ['a\u0000b'],
    ['\ud800'],
    Array(201).fill('x'),
    [long],
  ],
  url: [
    ...NO_TEXT,
    ...UNSTORABLE.map((text) => `https://x.example/${text}`),
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.example/x',
    '//x.example/x.png',
    '/x.png',
    'https:/x.example',
    'https://a b',
    'https://',
    'https://user:secret@x.example/x.png',
    'https://user@x.example/x.png',
    'https://:secret@x.example/x.png',
    `https://x.example/${long}`,
  ],
  picture: [
    ...NO_TEXT,
    'https://x.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PHN2Zz4=',
    'data:image/png;base64,',
    'data:image/png;base64,AA\u0000A',
    'data:image/png;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(280_000)}`,
  ],
  color: [
    ...NO_TEXT,
    null,
    ...UNSTORABLE,
    '',
    'red',
    '#fff',
    '#05966g',
    '#0596690',
    'url(javascript:alert(1))',
    '#059669;background:url(https://x.example)',
    '#059669}body{display:none',
    'expression(alert(1))',
    'var(--x)',
    long,
  ],
  slug: [
    ...NO_TEXT,
    null,
    ...BLANK,
    ...UNSTORABLE,
    'Upper',
    'a b',
    '-a',
    'a-',
    'a--b',
    '../a',
    'a/b',
    'a.b',
    'ä',
    long,
  ],
  email: [...NO_TEXT, null, ...BLANK, ...UNSTORABLE, 'a', 'a@', '@b.c', 'a b@c.de', 'a@b.c\u0000', `${long}@x.example`],
  'login-name': [...NO_TEXT, null, '', ' ', ...UNSTORABLE, `${long}@x.example`],
  'login-code': [...NO_TEXT, null, long],
  'new-password': [...NO_TEXT, null, '', 'short', 'long enough \ud800', long],
  password: [...NO_TEXT, null, '', long],
  'six-digits': [...NO_TEXT, null, ...BLANK, '12345', '1234567', '12345\u0000', '１２３４５６', long],
  token: [...NO_TEXT, null, '', long],
  choice: [...NO_TEXT, null, ...BLANK, 'none of them', '__proto__', 'constructor'],
  uuid: [...NO_TEXT, null, ...BLANK, "' OR 1=1 --", '00000000-0000-0000-0000-00000000000', long],
  'printed-code': [...NO_TEXT, null, ...BLANK, ...UNSTORABLE, 'UPPER', 'a b', '../a', long],
  'time-zone': [
    ...NO_TEXT,
    null,
    ...BLANK,
    ...UNSTORABLE,
    'Mars/Phobos',
    '+05:30',
    'SystemV/PST8',
    '../../etc/passwd',
    long,
  ],
  language: [...NO_TEXT, null, ...BLANK, ...UNSTORABLE, 'EN', 'e', 'en_US', 'en-us', 'zh-hans', '../en', long],
  languages: [
    'en',
    7,
    true,
    [],
    {},
    { base: 'en' },
    { others: [] },
    { base: 'EN', others: [] },
    { base: 'en', others: 'fr' },
    { base: 'en', others: ['en'] },
    { base: 'en', others: ['fr', 'fr'] },
    { base: 'en', others: ['a\u0000b'] },
    { base: 'en', others: ['fr'], always: ['de'] },
    { base: 'en', others: ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'] },
  ],
  translations: [
    'x',
    7,
    null,
    {},
    [],
    [null],
    ['x'],
    [{}],
    [{ kind: 'none', id: 1, field: 'name', text: 'x', base: 'x' }],
    [{ kind: '__proto__', id: 1, field: 'constructor', text: 'x', base: 'x' }],
    [{ kind: 'item', id: 0, field: 'name', text: 'x', base: 'x' }],
    [{ kind: 'item', id: 1, field: 'name', text: 7, base: 'x' }],
    [{ kind: 'item', id: 1, field: 'name', text: 'a\u0000b', base: 'x' }],
    [{ kind: 'item', id: 1, field: 'name', text: '\ud800', base: 'x' }],
    [{ kind: 'item', id: 1, field: 'name', text: long, base: 'x' }],
    [{ kind: 'item', id: 1, field: 'name', text: 'x', base: null }],
    [{ kind: 'item', id: 1, field: 'name', text: 'x', base: long }],
    Array(2).fill({ kind: 'item', id: 1, field: 'name', text: 'x', base: 'x' }),
    Array.from({ length: 501 }, (_, at) => ({ kind: 'item', id: at + 1, field: 'name', text: 'x', base: 'x' })),
  ],
  texts: ['x', 7, null, {}, [], [null], [7], ['a\u0000b'], ['\ud800'], [long], Array(101).fill('x')],
  currency: [...NO_TEXT, ...BLANK, ...UNSTORABLE, 'XXX', 'DEM', 'KWD', 'bhd', '$', 'EURO', 'constructor', long],
  notes: [
    ...['x', 7, true, []],
    ...[...NO_TEXT, ...UNSTORABLE, long, 'x'.repeat(201)].flatMap((note) => [
      { tax: note },
      { service: note },
      { tip: note },
    ]),
  ],
  look: [
    ...['x', 7, true, []],
    ...['x', '', 7, null, [], {}].flatMap((name) => [
      { template: name },
      { fonts: name },
      { layout: name },
      { favorites: name },
    ]),
    ...[...NO_TEXT, ...UNSTORABLE, '', 'https://example.com/cover.jpg', '/m/x/1280.jpg', long].map((cover) => ({
      cover,
    })),
  ],
  hours: [
    ...[
      'x',
      7,
      true,
      [],
      {},
      { weekly: [] },
      { special: [] },
      { weekly: 'x', special: [] },
      { weekly: WEEK, special: 'x' },
    ],
    ...[
      [[]],
      'x',
      [7],
      [[0]],
      [[0, 0]],
      [[60, 0]],
      [[-1, 60]],
      [[1440, 1500]],
      [[0, 1441]],
      [[1000, 2161]],
      [[0.5, 60]],
    ].map((day) => ({ weekly: [day, ...WEEK.slice(1)], special: [] })),
    {
      weekly: [
        [
          [0, 120],
          [60, 180],
        ],
        ...WEEK.slice(1),
      ],
      special: [],
    },
    { weekly: [Array.from({ length: 5 }, (_, at) => [at * 60, at * 60 + 30]), ...WEEK.slice(1)], special: [] },
    { weekly: [...WEEK, []], special: [] },
    ...[
      { from: '2026-02-30', to: '2026-03-01', intervals: [] },
      { from: '2026-12-24', to: '2026-12-23', intervals: [] },
      { from: 'x', to: '2026-12-24', intervals: [] },
      { from: '2026-12-24', to: '2026-12-24' },
      { from: '2026-12-24', to: '2026-12-24', intervals: [], reason: 'a\u0000b' },
      { from: '2026-12-24', to: '2026-12-24', intervals: [], reason: long },
    ].map((days) => ({ weekly: WEEK, special: [days] })),
    { weekly: WEEK, special: Array(61).fill({ from: '2026-12-24', to: '2026-12-24', intervals: [] }) },
  ],
  instant: [
    ...NO_TEXT,
    ...BLANK,
    ...UNSTORABLE,
    'tomorrow',
    '2026-12-24',
    '2026-12-24T22:00:00',
    '2020-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    long,
  ],
  sections: [
    'x',
    null,
    {},
    [],
    [null],
    [{}],
    [{ items: [] }],
    [{ items: [{ name: 'Soup', price: 1 }] }],
    [{ categoryId: 1, category: { name: 'Soups' }, items: [{ name: 'Soup', price: 1 }] }],
    [{ category: { name: '' }, items: [{ name: 'Soup', price: 1 }] }],
    [{ category: { name: 'Soups' }, items: [{ name: 'Soup' }] }],
    [{ category: { name: 'Soups' }, items: [{ name: '', price: 1 }] }],
    [{ category: { name: 'Soups' }, items: [{ name: 'Soup', price: -1 }] }],
    [{ category: { name: 'Soups' }, items: [{ name: 'Soup\u0000', price: 1 }] }],
    [{ categoryId: 'x', items: [{ name: 'Soup', price: 1 }] }],
  ],
  availability: [
    'x',
    7,
    null,
    {},
    [],
    [null],
    ['x'],
    [{}],
    [{ item: 1 }],
    [{ item: 0, isAvailable: true }],
    [{ item: '1', isAvailable: true }],
    [{ item: 2 ** 31, isAvailable: true }],
    [{ item: 1, isAvailable: 'no' }],
    [{ item: 1, isAvailable: true, soldOutUntil: new Date(Date.now() + 3_600_000).toISOString() }],
    [{ item: 1, isAvailable: false, soldOutUntil: '2020-01-01T00:00:00Z' }],
    [{ item: 1, isAvailable: false, soldOutUntil: 'tonight' }],
    Array(2).fill({ item: 1, isAvailable: true }),
    Array.from({ length: 201 }, (_, at) => ({ item: at + 1, isAvailable: true })),
  ],
  'daypart-ids': [...lists.filter((list) => list !== null), [1, 1], Array.from({ length: 13 }, (_, at) => at + 1)],
  offers: [
    'x',
    7,
    {},
    ['x'],
    [{}],
    [{ daypart: 1 }],
    [{ daypart: 0, price: 1 }],
    [{ daypart: '1', price: 1 }],
    [{ daypart: 2 ** 31, price: 1 }],
    [{ daypart: 1, price: -1 }],
    [{ daypart: 1, price: '1' }],
    [{ daypart: 1, price: 1.005 }],
    Array(2).fill({ daypart: 1, price: 1 }),
    Array.from({ length: 5 }, (_, at) => ({ daypart: at + 1, price: 1 })),
  ],
  dayparts: [
    'x',
    7,
    null,
    {},
    [null],
    ['x'],
    [{}],
    [{ ...DAYPART, name: '' }],
    [{ ...DAYPART, name: long }],
    [{ ...DAYPART, isActive: 'no' }],
    [{ ...DAYPART, id: 0 }],
    [{ ...DAYPART, id: 2 ** 31 }],
    [{ ...DAYPART, weekly: WEEK }],
    [{ ...DAYPART, weekly: [[[60, 30]], ...WEEK.slice(1)] }],
    [{ ...DAYPART, special: [{ from: 'x', to: 'x', intervals: [] }] }],
    [DAYPART, DAYPART],
    [1, 1].map((id, at) => ({ ...DAYPART, id, name: `Lunch ${at}` })),
    Array.from({ length: 13 }, (_, at) => ({ ...DAYPART, name: `Lunch ${at}` })),
  ],
};

/**
 * The values that the field with `schema` must reject: bad values of its kind, a text that is one character too long, and a
 * number that is too large. `null` clears a field in a document.
 * @throws Error for a field of unknown kind.
 */
export function badValuesOf(schema: z.ZodType): readonly unknown[] {
  const meta = fieldMetaOf(schema);
  if (!meta) throw new Error('a field without a kind: see contracts/src/field-kind.ts');
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { maxLength, maximum } = (described.anyOf?.[0] ?? described) as z.core.JSONSchema.Schema;
  const bad = [
    ...BAD_VALUES[meta.kind],
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
  return documentOf(schema) ? bad.filter((value) => value !== null) : bad;
}

/** Invalid path segments for an id, a slug or a file name, encoded as in a URL. */
export const BAD_IDS: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  '9'.repeat(30),
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '%F0%9F',
  '%',
  '..%2f..',
  '__proto__',
  "'%20OR%201=1",
  'x'.repeat(3_000),
];

/** The kinds of query fields. */
export type QueryKind = 'day' | 'number' | 'version' | 'choice' | 'subject' | 'search';

const NO_QUERY = ['', '%20', '%00', 'a%00b', '%ff', '%ed%a0%80', "'%20OR%201=1", '__proto__', 'x'.repeat(3_000)];

/** For each kind of query field, the values it must reject, encoded as in a URL. */
export const BAD_QUERIES: Readonly<Record<QueryKind, readonly string[]>> = {
  day: [...NO_QUERY, '2026-13-45', '2026-02-30', '1e9', '-1', '20261120', '2026-11-20T00:00', '9999999-01-01'],
  number: [...NO_QUERY, '0', '-1', '1.5', '01', '1e9', '+1', '0x1', 'NaN', 'Infinity', '9'.repeat(30)],
  version: [...NO_QUERY, '-1', '1.5', '01', '1e9', '+1', '0x1', 'NaN', 'Infinity', '9'.repeat(30)],
  choice: [...NO_QUERY, 'none-of-them', 'constructor'],
  subject: [...NO_QUERY, 'G', '../a', 'a'.repeat(37)],
  // Any text but what can't be stored, or is too long.
  search: ['%00', 'a%00b', 'x'.repeat(101), 'x'.repeat(3_000)],
};
