// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code, as texts

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MUTATED_FILES, MUTATIONS } from '../security/protections.ts';
import { resultOf } from '../security/stryker.ts';
import {
  callInstead,
  insteadOfCall,
  placeOf,
  settingsThatStay,
  withConstant,
  withDirective,
  withoutCall,
  withoutCondition,
  withoutProperty,
  withPolicySource,
  withProperty,
} from '../security/switch-off.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

// The run that switches them off is too slow for every change; this only checks that each can still be switched off.
it.each(MUTATIONS)('$protection can be switched off: $off', ({ change, tests }) => {
  expect(existsSync(at(tests))).toBe(true);
  if ('sql' in change) return;
  expect(() => change.by.apply(readFileSync(at(change.file), 'utf8'), change.file)).not.toThrow();
});

it('no two protections have the same name', () => {
  const names = MUTATIONS.map(({ protection }) => protection);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

it.each(MUTATED_FILES)('$protection can be changed by Stryker: $file', ({ file, functions = [], tests }) => {
  for (const test of tests) expect(existsSync(at(test))).toBe(true);
  const text = readFileSync(at(file), 'utf8');
  for (const name of functions) expect(() => placeOf(text, file, name)).not.toThrow();
});

describe('switching off', () => {
  it.each([
    [withoutProperty('a'), 'f({ a, b: 1 }); g({ b });', 'f({ b: 1 }); g({ b });'],
    [withoutProperty('a', { in: 'x' }), 'const x = { ...y, a: 1 }, z = { a };', 'const x = { ...y }, z = { a };'],
    [withoutProperty('a', { beside: 'b' }), 'f({ a }, { a, b });', 'f({ a }, { b });'],
    [
      withProperty('p', "'/q'", 'w', 'null'),
      "[{ p: '/q', w: 1 }, { p: '/', w: 1 }]",
      "[{ p: '/q', w: null }, { p: '/', w: 1 }]",
    ],
    [withoutCall('o.f'), 'o.f(1);\no.g(1);', ';\no.g(1);'],
    [withoutCall('f', { argument: "'x'" }), "f('x', 1); f('y', 1);", "; f('y', 1);"],
    [withoutCall('.f', { in: 'x' }), 'const x = a.f(1).g(), y = a.f();', 'const x = a.g(), y = a.f();'],
    [insteadOfCall('f', '1', { argument: 'x' }), 'y = f(x) + f(y);', 'y = 1 + f(y);'],
    [callInstead('o.f', 'o.g'), 'o.f(1); o.h(1);', 'o.g(1); o.h(1);'],
    [withConstant('A', '2'), 'const A = 1;\nconst B = A;', 'const A = 2;\nconst B = A;'],
    [
      settingsThatStay({ in: 'f' }),
      "function f() { sql`SELECT set_config('a', ${b}, true)`; } sql`set_config('a', 'b', true)`;",
      "function f() { sql`SELECT set_config('a', ${b}, false)`; } sql`set_config('a', 'b', true)`;",
    ],
    [withoutCondition('u'), 'WHERE o.u = ${a.b}::uuid AND v = ${c}', 'WHERE o.u IS NOT NULL AND v = ${c}'],
    [
      withoutCondition('u', { after: 'k' }),
      "u = ${a}::uuid k u = current_setting('app.u')::uuid, u = ${a}::uuid",
      'u = ${a}::uuid k u IS NOT NULL, u = ${a}::uuid',
    ],
    [withDirective('set X', '$y'), '  set X $x;\n  set Z $x;', '  set X $y;\n  set Z $x;'],
    [withDirective('wait', null), 'wait 1s;\nsend 1s;', '\nsend 1s;'],
    [withPolicySource('a', 'b'), '"a \'self\'; c d"', '"a \'self\' b; c d"'],
  ])('%#: $words', (off, text, expected) => {
    expect(off.apply(text, 'file.ts')).toBe(expected);
    expect(() => off.apply('nothing();', 'file.ts')).toThrow('file.ts has nothing to switch off');
  });
});

it('a change that no test failed at was not noticed', () => {
  const mutant = (status: string, statusReason?: string) => ({
    mutatorName: 'Regex',
    status,
    statusReason,
    location: { start: { line: 7 } },
  });
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'];
  const mutants = [...statuses.map((status) => mutant(status)), mutant('RuntimeError', '[vitest-pool]: it crashed')];
  expect(resultOf({ files: { 'a.ts': { mutants } } })).toEqual({
    changes: 6,
    unnoticed: ['Regex at line 7', 'Regex at line 7', 'Regex at line 7'],
  });
});
