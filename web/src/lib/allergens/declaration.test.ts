import { readDeclaration } from '@tavola/contracts/allergens.ts';
import { ALLERGEN_SCHEMES, ALLERGENS, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { describe, expect, it } from 'vitest';
import { copiedFrom, type Declaration, withKinds, withRestFree, withState } from './declaration.ts';
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
  it('leaves nothing for the server to add, whatever is tapped: it would come back after it was taken back', () => {
    const kept = (one: Declaration) => readDeclaration({ states: one.states, kinds: [...one.kinds] });
    const both = [...us9, 'gluten' as const];
    for (const asked of [eu14, us9, both]) {
      for (const [gluten, wheat] of ['cc', 'cm', 'cf', 'cu', 'mm', 'mf', 'mu', 'ff', 'uf', 'uu']) {
        for (const kinds of [[], ['rye'], ['spelt'], ['rye', 'wheat']] as const) {
          const given = { states: `${gluten}${wheat}${NOTHING_DECLARED.slice(2)}`, kinds };
          if (kept(given).errors.length > 0 || kept(given).states !== given.states) continue;
          const actions = [
            ...(['gluten', 'wheat'] as const)
              .filter((one) => (asked as readonly string[]).includes(one))
              .flatMap((one) => (['c', 'm', 'f', 'u'] as const).map((state) => withState(given, one, state, asked))),
            ...(gluten === 'c' || gluten === 'm'
              ? ([[], ['rye'], ['wheat']] as const).map((next) => withKinds(given, next, asked))
              : []),
          ];
          for (const next of actions) {
            expect(kept(next), JSON.stringify([asked.length, given, next])).toMatchObject({
              states: next.states,
              errors: [],
            });
          }
        }
      }
    }
  });

  it.each([
    ['gluten', 'cc', 'mu', 'mm uu', ['spelt']],
    ['gluten', 'uu', 'fc', 'ff cu', []],
    ['wheat', 'ff', 'u', 'uu', []],
    ['wheat', 'uu', 'cmfu', 'cc mm uf uu', []],
    // Gluten was declared by itself.
    ['wheat', 'cc', 'mu', 'cm cu', ['rye']],
    ['wheat', 'cu', 'mfu', 'cm cf cu', []],
  ] as const)('of %s takes what followed back with it: %s, then %s', (about, was, taps, expected, kinds) => {
    let now: Declaration = { states: was + NOTHING_DECLARED.slice(2), kinds };
    const seen = [...taps].map((state) => {
      now = withState(now, about, state as 'c', about === 'wheat' ? us9 : eu14);
      return now.states.slice(0, 2);
    });
    expect(seen.join(' ')).toBe(expected);
  });

  it('of the rest says that it is free from it, and leaves what was said', () => {
    const milk = withState(NOTHING, 'milk', 'c', us9);
    const { states } = withRestFree(milk, us9);
    for (const [index, allergen] of ALLERGENS.entries()) {
      expect(states[index]).toBe(allergen === 'milk' ? 'c' : us9.includes(allergen as 'milk') ? 'f' : 'u');
    }
  });

  it('without nuts names no nuts', () => {
    const { states } = withState(withState(NOTHING, 'nuts', 'c', eu14), 'gluten', 'c', eu14);
    const pesto = { states, kinds: ['cashew', 'rye'] as const };
    expect(withState(pesto, 'nuts', 'm', eu14).kinds).toEqual(['cashew', 'rye']);
    expect(withState(pesto, 'nuts', 'f', eu14).kinds).toEqual(['rye']);
  });

  it('of another dish is copied as far as it still counts', () => {
    const states = 'cf'.padEnd(ALLERGENS.length, 'm');
    expect(copiedFrom(dish(states)).states).toBe(states);
    expect(copiedFrom(dish(states, true)).states).toBe(states.replace('f', 'u'));
    expect(copiedFrom({ name: 'New' }).states).toBe(NOTHING_DECLARED);
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
    ['one that was read may be taken back', ['uuc'], ['uuf'], ['ffc'], 'fff', []],
    ['gluten is not free from wheat', ['cfu'], ['ffu'], ['ccu'], 'ccu', ['gluten']],
    ['nor only in traces', ['cuu'], ['muu'], ['ccu'], 'ccu', ['gluten']],
    ['what is taken back stays so', ['ufu'], ['uuu'], ['ffu'], 'uuu', []],
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
