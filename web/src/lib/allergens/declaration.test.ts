import { ALLERGEN_SCHEMES, ALLERGENS, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, consistentStates } from '@tavola/contracts/rules/declared-allergens.ts';
import { describe, expect, it } from 'vitest';
import { copiedFrom, type Declaration, statusOf, withRestFree, withState } from './declaration.ts';
import { draftSince, rebaseDraft, tagFor } from './declaration-draft.ts';

const { eu14, us9 } = ALLERGEN_SCHEMES;
const NOTHING: Declaration = { states: NOTHING_DECLARED, kinds: [] };

/** A dish of which `states` were declared, and whether its name has changed since. */
const dish = (states: string, isRenamed = false) => ({
  name: 'Pesto',
  allergens: {
    states,
    by: null,
    at: '2026-11-20T18:00:00.000Z',
    basis: isRenamed ? 'old' : basisOf({ name: 'Pesto' }),
  },
});

describe('a declaration', () => {
  it('never contradicts itself in what is not asked, whatever is tapped in whichever order', () => {
    for (const asked of [eu14, us9]) {
      const about = asked === us9 ? ('wheat' as const) : ('gluten' as const);
      for (const [one, two, three] of ['cmf', 'mfc', 'fcm', 'fuc', 'cuf', 'fmu']) {
        for (const gluten of 'cmfu') {
          for (const wheat of 'cmfu') {
            const states = gluten + wheat + NOTHING_DECLARED.slice(2);
            if (consistentStates(states) === undefined) continue;
            let now: Declaration = { states, kinds: [] };
            for (const state of [one, two, three]) now = withState(now, about, state as 'c', asked);
            expect(consistentStates(now.states)).toBeDefined();
          }
        }
      }
    }
  });

  it('of gluten takes wheat back with it', () => {
    const free = withState(NOTHING, 'gluten', 'f', eu14);
    expect(free.states.slice(0, 2)).toBe('ff');
    expect(withState(free, 'gluten', 'c', eu14).states.slice(0, 2)).toBe('cu');
  });

  it('of the rest says that it is free from it, and leaves what was said', () => {
    const milk = withState(NOTHING, 'milk', 'c', us9);
    const { states } = withRestFree(milk, us9);
    for (const [index, allergen] of ALLERGENS.entries()) {
      expect(states[index]).toBe(allergen === 'milk' ? 'c' : us9.includes(allergen as 'milk') ? 'f' : 'u');
    }
  });

  it('without nuts names no nuts', () => {
    const pesto = { ...withState(NOTHING, 'nuts', 'c', eu14), kinds: ['cashew', 'rye'] as const };
    expect(withState(pesto, 'nuts', 'm', eu14).kinds).toEqual(['cashew', 'rye']);
    expect(withState(pesto, 'nuts', 'f', eu14).kinds).toEqual(['rye']);
  });

  it('of another dish is copied as far as it still counts', () => {
    const states = 'cf'.padEnd(ALLERGENS.length, 'm');
    expect(copiedFrom(dish(states)).states).toBe(states);
    expect(copiedFrom(dish(states, true)).states).toBe(states.replace('f', 'u'));
    expect(copiedFrom({ name: 'New' }).states).toBe(NOTHING_DECLARED);
  });

  it('is missing where nothing that is asked was declared', () => {
    expect(statusOf({ name: 'New' }, eu14)).toBe('missing');
    expect(statusOf(dish(NOTHING_DECLARED), eu14)).toBe('missing');
    expect(statusOf(dish(withState(NOTHING, 'lupin', 'c', eu14).states), us9)).toBe('missing');
    expect(statusOf(dish('c'.padEnd(ALLERGENS.length, 'u')), eu14)).toBe('declared');
    expect(statusOf(dish('c'.padEnd(ALLERGENS.length, 'u'), true), eu14)).toBe('unconfirmed');
  });
});

describe('a draft', () => {
  const base = (states: string, kinds: Declaration['kinds'] = [], basis = '') => ({
    states: states.padEnd(ALLERGENS.length, 'u'),
    kinds,
    basis,
    tag: 'before',
  });

  // Gluten, wheat, crustaceans; then kinds.
  it.each([
    ['what was not touched is theirs', ['uuu'], ['uuf'], ['cuu'], 'cuf', []],
    ['a newer warning stays', ['uuu'], ['fff'], ['ccu'], 'ccf', ['gluten', 'wheat']],
    ['also a newer "may contain"', ['uuc'], ['uuf'], ['uum'], 'uum', ['crustaceans']],
    ['unless the draft is more careful', ['uuu'], ['uuc'], ['uum'], 'uuc', []],
    ['one that was read may be taken back', ['uuc'], ['uuf'], ['fuc'], 'fuf', []],
    ['gluten is not free from wheat', ['cfu'], ['ffu'], ['ccu'], 'ccu', ['gluten']],
  ] as const)('on what somebody else declared: %s', (_, [was], [mine], [theirs], states, overruled) => {
    const rebased = rebaseDraft({ base: base(was), declaration: base(mine) }, base(theirs));
    expect((rebased.draft?.declaration ?? base(theirs)).states.slice(0, 3)).toBe(states);
    expect(rebased.overruled).toEqual(overruled);
  });

  it('keeps the kinds that both named, and takes a newly named one for a warning', () => {
    const nuts = withState(NOTHING, 'nuts', 'c', eu14).states;
    const free = withState(NOTHING, 'nuts', 'f', eu14).states;
    const draft = { base: base(nuts, ['walnut']), declaration: { states: nuts, kinds: ['almond'] as const } };
    const theirs = base(nuts, ['walnut', 'cashew']);
    expect(rebaseDraft(draft, theirs).draft?.declaration.kinds).toEqual(['cashew', 'almond']);
    const { overruled, draft: left } = rebaseDraft({ ...draft, declaration: { states: free, kinds: [] } }, theirs);
    expect([overruled, left]).toEqual([['nuts'], undefined]);
  });

  it('is sent with the tag of now only if what it is about is as it was', () => {
    const draft = { base: base('c'), declaration: base('f') };
    const now = { ...base('c'), tag: 'now' };
    expect(tagFor(draft, now)).toBe('now');
    expect(tagFor(draft, { ...now, states: base('m').states })).toBe('before');
    expect(tagFor(draft, { ...now, basis: 'renamed' })).toBe('before');
  });

  it('that is taken back while it is being sent is left to declare', () => {
    const sent = { base: base('u'), declaration: base('c') };
    expect(draftSince(undefined, sent, base('c'))?.declaration.states).toBe(base('u').states);
    expect(draftSince(sent, sent, base('c'))).toBeUndefined();
  });
});
