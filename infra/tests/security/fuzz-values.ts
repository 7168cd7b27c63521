import type { Operation } from '@tavola/contracts/operations/operation.ts';
import fc from 'fast-check';
import { z } from 'zod';

// Requests to every operation of the API, generated from its own schemas: valid, nearly valid, and wild.

/** A request to send. */
export interface Wild {
  operation: Operation;
  method: string;
  /** With its query, URL-encoded. */
  path: string;
  /** The account whose token it carries. */
  who: 'nobody' | 'owner' | 'admin';
  body: string | undefined;
  type: string;
}

/** Values that schemas can't describe: existing ids, by field name. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u200b',
  '\u202e',
  '🍝',
  'e\u0301',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e308',
  "' OR 1=1 --",
  '"><img src onerror=x>',
  '</script>',
  '$' + '{7*7}',
  '{{7*7}}',
  '%00',
  '%',
  '../../etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://x.example/x.png',
  '#05966g',
  '2026-02-30',
  '9999-12-31',
  'x'.repeat(300),
  'x'.repeat(3_000),
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.double({ noNaN: true }), fc.maxSafeInteger());

/** Values that match `schema`, as far as possible. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return fc.uuid({ version: 4 });
      if (schema.format === 'email') return fc.emailAddress();
      return fc.string({ minLength: 1, maxLength: Math.min(schema.maxLength ?? 30, 30) });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 5_000, 5_000),
      });
    case 'number':
      return fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 5 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fitting(one)])),
      );
    default:
      return anything;
  }
}

/** Objects with mostly valid fields; some are invalid, missing or unknown. */
function nearly(schema: JsonSchema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const good = known[name] ? fc.constantFrom(...known[name]) : fitting(one);
    return [
      name,
      fc.oneof(
        { weight: 12, arbitrary: good },
        { weight: 2, arbitrary: fitting(one) },
        { weight: 1, arbitrary: anything },
      ),
    ];
  });
  const own = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(fields));
  const foreign = fc.dictionary(text, anything, { maxKeys: 2 });
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 2, arbitrary: own },
    { weight: 1, arbitrary: fc.tuple(own, foreign).map(([one, other]) => ({ ...other, ...one })) },
  ) as fc.Arbitrary<Record<string, unknown>>;
}

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** URL-encodes text; invalid UTF-16 can't be encoded, so it is first replaced as in UTF-8. */
const encoded = (value: string) => encodeURIComponent(value.toWellFormed());

const rawPart = fc.constantFrom(
  '%00',
  '%ff',
  '%ed%a0%80',
  '%',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%F0%9F',
  ';x',
  '+',
  "'",
  '%5c',
  '0',
  '01',
  '-1',
  '1e3',
);
const part = (good: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 10, arbitrary: good.map((value) => encoded(String(value))) },
    { weight: 2, arbitrary: text.map((value) => encoded(value) || '%20') },
    { weight: 1, arbitrary: rawPart },
  );

/** Requests to `operation`. */
export function requestsTo(operation: Operation, known: Known): fc.Arbitrary<Wild> {
  const params = Object.entries(operation.params ?? {}).map(([name, schema]) => {
    const there = known[operation.id] ?? known[`{${name}}`];
    return part(there ? fc.constantFrom(...there) : fitting(schemaOf(schema)));
  });
  const query = operation.query ? Object.entries(schemaOf(operation.query).properties ?? {}) : [];
  const queryPart = fc.record(Object.fromEntries(query.map(([name, schema]) => [name, part(fitting(schema))])), {
    requiredKeys: [],
  });
  const body = operation.body
    ? fc.oneof(
        { weight: 12, arbitrary: nearly(schemaOf(operation.body), known).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: text },
      )
    : fc.option(fc.constantFrom('{}', 'x'), { nil: undefined, freq: 10 });
  const own = operation.who === 'anyone' ? 'nobody' : operation.who === 'admin' ? 'admin' : 'owner';
  return fc.record({
    operation: fc.constant(operation),
    method: fc.constant(operation.method),
    path: fc.tuple(fc.tuple(...params), queryPart).map(([values, asked]) => {
      let at = 0;
      const path = operation.path.replaceAll(/\{\w+\}/g, () => values[at++] ?? '');
      const search = Object.entries(asked).map(([name, value]) => `${name}=${value}`);
      return search.length > 0 ? `${path}?${search.join('&')}` : path;
    }),
    who: fc.oneof(
      { weight: 12, arbitrary: fc.constant(own as Wild['who']) },
      { weight: 1, arbitrary: fc.constantFrom('nobody', 'owner', 'admin') },
    ),
    body: body as fc.Arbitrary<string | undefined>,
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ';'),
      },
    ),
  }) as fc.Arbitrary<Wild>;
}
