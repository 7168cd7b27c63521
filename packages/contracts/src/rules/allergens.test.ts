import { describe, expect, it } from 'vitest';
import {
  ALLERGEN_SCHEMES,
  ALLERGENS,
  type Allergen,
  type AllergenState,
  allergensOf,
  EXCLUDED,
  isWith,
  mayBeCalled,
  NOTHING_DECLARED,
  optionVerdict,
  stateOf,
  type Verdict,
  verdictOf,
  type Wanted,
} from './allergens.ts';
import {
  askedAllergens,
  basisOf,
  consistentStates,
  isConfirmed,
  renewedStates,
  safeStates,
  shownAllergens,
  statusOf,
  withState,
} from './declared-allergens.ts';
import { DIETS } from './diets.ts';

// The safe-side rule: what may be shown of a declaration, and for whom a dish is. Allergens are alike but for gluten and wheat, so one
// or two of them stand for all, in each of their states.

const STATES: readonly AllergenState[] = ['c', 'm', 'f', 'u'];
const FREE = 'f'.repeat(ALLERGENS.length);
const but = (states: string, given: Partial<Record<Allergen, AllergenState>>) =>
  Object.entries(given).reduce((before, [name, state]) => withState(before, name as Allergen, state), states);
const shown = (given: Partial<Record<Allergen, AllergenState>>, states = FREE) => ({
  allergens: { s: but(states, given) },
});

describe('states', () => {
  it('are a letter for each allergen, in order', () => {
    for (const [at, allergen] of ALLERGENS.entries()) {
      const states = withState(NOTHING_DECLARED, allergen, 'c');
      expect(states).toBe(`${'u'.repeat(at)}c${'u'.repeat(14 - at)}`);
      expect(ALLERGENS.filter((one) => stateOf(states, one) === 'c')).toEqual([allergen]);
    }
    expect([stateOf(undefined, 'milk'), stateOf('cc', 'milk')]).toEqual(['u', 'u']);
    expect(STATES.map(isWith)).toEqual([true, true, false, false]);
  });

  it('of a scheme are those that its law names', () => {
    expect(ALLERGENS).toHaveLength(15);
    expect(ALLERGEN_SCHEMES.eu14).toHaveLength(14);
    expect(ALLERGEN_SCHEMES.eu14).not.toContain('wheat');
    expect(allergensOf('us9')).toHaveLength(9);
    expect(allergensOf('us9')).toEqual(expect.arrayContaining(['wheat', 'sesame', 'milk']));
    expect(allergensOf('us9')).not.toContain('gluten');
    for (const unknown of ['eu14', 'other', undefined]) expect(allergensOf(unknown)).toBe(ALLERGEN_SCHEMES.eu14);
  });

  it('have what follows from wheat, a cereal with gluten, or contradict each other', () => {
    const result = (gluten: AllergenState, wheat: AllergenState) =>
      consistentStates(but(NOTHING_DECLARED, { gluten, wheat, milk: 'f' }));
    const table: Record<string, string | undefined> = {
      cc: 'cc',
      cm: 'cm',
      cf: 'cf',
      cu: 'cu',
      mc: 'cc',
      mm: 'mm',
      mf: 'mf',
      mu: 'mu',
      fc: undefined,
      fm: undefined,
      ff: 'ff',
      fu: 'ff',
      uc: 'cc',
      um: 'mm',
      uf: 'uf',
      uu: 'uu',
    };
    for (const gluten of STATES) {
      for (const wheat of STATES) {
        const states = table[gluten + wheat];
        const expected = states && but(`${states}${NOTHING_DECLARED.slice(2)}`, { milk: 'f' });
        expect(result(gluten, wheat), gluten + wheat).toBe(expected);
      }
    }
    expect(consistentStates('')).toBe('');
  });
});

describe('a declaration', () => {
  const dish = { name: 'Latte', description: 'With milk', variants: [{ name: 'Small' }], optionGroups: [3, 4] };
  const declared = { states: but(FREE, { milk: 'c', nuts: 'm', eggs: 'u' }), at: '2026-11-20T10:00:00.000Z' };

  it('is about the texts, sizes and option groups of its time, and about nothing else', () => {
    const basis = basisOf(dish);
    expect(isConfirmed({ basis }, { ...dish, price: 3, isAvailable: false } as typeof dish)).toBe(true);
    for (const change of [
      { name: 'Flat white' },
      { description: 'With oat milk' },
      { description: null },
      { variants: [{ name: 'Large' }] },
      { variants: undefined },
      { optionGroups: [4, 3] },
      { optionGroups: undefined },
    ]) {
      expect(isConfirmed({ basis }, { ...dish, ...change })).toBe(false);
    }
    const bare = basisOf({ name: 'Latte' });
    expect(basisOf({ name: 'Latte', variants: [] })).toBe(bare);
    expect(basisOf({ name: 'Latte', description: null, variants: undefined, optionGroups: [] })).toBe(bare);
    expect(basisOf({ name: 'Latte', description: 'null' })).not.toBe(bare);
    expect(new Set([bare, basisOf({ name: '', description: 'Latte' }), basis]).size).toBe(3);
  });

  it('loses "free from" by an edit, and never a warning', () => {
    const basis = basisOf(dish);
    const on = '2026-11-20';
    expect(shownAllergens({ ...declared, basis }, dish, 'Europe/Rome')).toEqual({ s: declared.states, on });
    expect(shownAllergens({ ...declared, basis }, dish, 'Pacific/Kiritimati').on).toBe('2026-11-21');
    const edited = shownAllergens({ ...declared, basis }, { ...dish, name: 'Latte macchiato' }, 'UTC');
    expect(edited).toEqual({ s: but(NOTHING_DECLARED, { milk: 'c', nuts: 'm' }), on });
    for (const state of STATES) {
      const after = safeStates(state, false);
      expect(after).toBe(state === 'f' ? 'u' : state);
      expect(safeStates(state, true)).toBe(state);
    }
  });

  it('is whole, partial, to be confirmed or missing, by what is asked', () => {
    const { eu14, us9 } = ALLERGEN_SCHEMES;
    const status = (states: string, asked: readonly Allergen[] = eu14, basis = basisOf(dish)) =>
      statusOf({ ...dish, allergens: { states, basis } }, asked);
    const [whole, some] = [but(FREE, { wheat: 'u' }), but(NOTHING_DECLARED, { lupin: 'c' })];
    expect([status(whole), status(some), status(whole, us9)]).toEqual(['declared', 'partly', 'partly']);
    expect([status(whole, eu14, 'old'), status(some, eu14, 'old')]).toEqual(['unconfirmed', 'unconfirmed']);
    const missing = [statusOf(dish, eu14), status(NOTHING_DECLARED), status(some, us9), status(some, us9, 'old')];
    expect(new Set(missing)).toEqual(new Set(['missing']));
  });

  it('asks for gluten, too, where a dish of the menu is marked gluten-free', () => {
    const { eu14, us9 } = ALLERGEN_SCHEMES;
    const marked = [{}, { diet: null }, { diet: ['vegan', 'gluten-free'] }];
    expect(askedAllergens('us9', marked)).toEqual(['gluten', ...us9]);
    expect([askedAllergens('us9', [{}, { diet: ['vegan'] }]), askedAllergens('us9', [])]).toEqual([us9, us9]);
    expect([askedAllergens('eu14', marked), askedAllergens(undefined, marked)]).toEqual([eu14, eu14]);
  });

  it('that is renewed is "free from" only what was asked, and contains what it did', () => {
    const states = but(FREE, { milk: 'c', nuts: 'm' });
    const renewed = but(NOTHING_DECLARED, { milk: 'c', nuts: 'm', soy: 'f' });
    expect(renewedStates(states, ['soy', 'milk', 'nuts'])).toBe(renewed);
    // What is free from gluten is free from wheat, asked or not.
    expect(renewedStates(states, ['soy', 'gluten'])).toBe(but(renewed, { gluten: 'f', wheat: 'f' }));
    expect(renewedStates(states, ['soy', 'wheat'])).toBe(but(renewed, { wheat: 'f' }));
    const contradiction = but(FREE, { wheat: 'c' });
    expect(renewedStates(contradiction, ALLERGENS)).toBe(contradiction);
  });

  it('that is renewed takes no warning away of which nobody was asked', () => {
    const before = but(FREE, { celery: 'c', lupin: 'm', milk: 'c' });
    const asked = ['milk', 'soy'] as const;
    for (const given of [NOTHING_DECLARED, FREE]) {
      const renewed = renewedStates(given, asked, before);
      expect(asked.map((one) => stateOf(renewed, one))).toEqual(asked.map((one) => stateOf(given, one)));
      expect([stateOf(renewed, 'celery'), stateOf(renewed, 'lupin')]).toEqual(['c', 'm']);
    }
    const silent = renewedStates(NOTHING_DECLARED, asked, before);
    expect(silent).toBe(but(NOTHING_DECLARED, { celery: 'c', lupin: 'm' }));
    expect(renewedStates(but(FREE, { lupin: 'c' }), asked, before)).toBe(but(before, { lupin: 'c', milk: 'f' }));
    // Rye bread has gluten, whoever is asked of wheat alone; what gluten followed from wheat goes with it.
    const gluten = (states: string) =>
      stateOf(renewedStates(but(NOTHING_DECLARED, { wheat: 'f' }), ['wheat'], states), 'gluten');
    expect(gluten(but(NOTHING_DECLARED, { gluten: 'c' }))).toBe('c');
    expect(gluten(but(NOTHING_DECLARED, { gluten: 'c', wheat: 'c' }))).toBe('u');
    const free = but(NOTHING_DECLARED, { gluten: 'f', wheat: 'f' });
    expect(renewedStates(free, ['gluten'], but(free, { gluten: 'c', wheat: 'm' }))).toBe(free);
  });

  it('backs "gluten-free", and no other diet', () => {
    for (const gluten of STATES) {
      const denied = DIETS.filter((diet) => !mayBeCalled(diet, but(FREE, { gluten })));
      expect(denied).toEqual(gluten === 'f' ? [] : ['gluten-free']);
    }
    expect([mayBeCalled('gluten-free', undefined), mayBeCalled('vegan', undefined)]).toEqual([false, true]);
  });

  it('excludes diets', () => {
    expect(EXCLUDED.vegan?.toSorted()).toEqual(['crustaceans', 'eggs', 'fish', 'milk', 'molluscs']);
    expect(EXCLUDED.vegetarian?.toSorted()).toEqual(['crustaceans', 'fish', 'molluscs']);
    expect(EXCLUDED['gluten-free']).toEqual(['gluten', 'wheat']);
  });
});

/** What a guest can order of a dish, as the verdicts on each of its parts: what any choice of options makes of it. */
type Part = 'fits' | 'unknown' | 'hidden';

/** The verdict by its meaning, from all that a guest can order. */
function meant(dish: Part, groups: readonly { min: number; options: readonly Part[] }[]): Verdict {
  const orders = groups.reduce<Part[][]>(
    (before, { min, options }) => {
      const chosen = Array.from({ length: 2 ** options.length }, (_, mask) =>
        options.filter((_option, at) => mask & (1 << at)),
      ).filter((some) => some.length >= min);
      return before.flatMap((order) => chosen.map((some) => [...order, ...some]));
    },
    [[dish]],
  );
  const certain = orders.filter((order) => order.every((part) => part === 'fits'));
  if (certain.length === orders.length) return 'fits';
  if (certain.length > 0) return 'choice';
  return orders.some((order) => !order.includes('hidden')) ? 'unknown' : 'hidden';
}

describe('the verdict on a dish', () => {
  const noMilk = (traces: boolean): Wanted => ({ allergens: ['milk'], traces, diets: [] });
  const partOf = (state: AllergenState, traces: boolean): Part =>
    ({ c: 'hidden', m: traces ? 'fits' : 'hidden', f: 'fits', u: 'unknown' })[state] as Part;
  const lists = (length: number): AllergenState[][] =>
    length === 0 ? [[]] : lists(length - 1).flatMap((list) => STATES.map((state) => [...list, state]));
  const groupsOf = [1, 2, 3].flatMap((length) =>
    lists(length).flatMap((states) => Array.from({ length: length + 1 }, (_, min) => ({ min, states }))),
  );

  it('is what its states and those of any choice of options mean', () => {
    for (const traces of [true, false]) {
      for (const dish of STATES) {
        expect(verdictOf(shown({ milk: dish }), [], noMilk(traces))).toBe(meant(partOf(dish, traces), []));
        for (const { min, states } of groupsOf) {
          const group = { min, options: states.map((milk) => shown({ milk })) };
          const parts = { min, options: states.map((state) => partOf(state, traces)) };
          expect(
            verdictOf(shown({ milk: dish }), [group], noMilk(traces)),
            `${dish} with ${min} of ${states}, traces ${traces}`,
          ).toBe(meant(partOf(dish, traces), [parts]));
        }
      }
    }
  });

  it('is that of several groups together', () => {
    const few = groupsOf.filter(({ states }) => states.length < 3);
    for (const one of few) {
      for (const other of few) {
        const groups = [one, other].map(({ min, states }) => ({ min, options: states.map((milk) => shown({ milk })) }));
        const parts = [one, other].map(({ min, states }) => ({
          min,
          options: states.map((state) => partOf(state, false)),
        }));
        expect(verdictOf(shown({}), groups, noMilk(false))).toBe(meant('fits', parts));
      }
    }
  });

  it('is never "fits" where something is not declared, be it the dish or an option', () => {
    for (const allergen of ALLERGENS) {
      const wanted = { allergens: [allergen], traces: true, diets: [] };
      const option = shown({ [allergen]: 'u' });
      expect(verdictOf({}, [], wanted)).toBe('unknown');
      expect(verdictOf(shown({ [allergen]: 'u' }), [], wanted)).toBe('unknown');
      for (const options of [[option], [{}], [shown({}), option]]) {
        for (const min of [0, 1]) expect(verdictOf(shown({}), [{ min, options }], wanted)).not.toBe('fits');
      }
      expect(verdictOf(shown({ [allergen]: 'f' }, NOTHING_DECLARED), [], wanted)).toBe('fits');
    }
  });

  it('hides a dish if one of several allergens is in it, and does not care about others', () => {
    for (const milk of STATES) {
      for (const nuts of STATES) {
        const wanted: Wanted = { allergens: ['milk', 'nuts'], traces: false, diets: [] };
        const states = [milk, nuts].map((state) => partOf(state, false));
        const expected = states.includes('hidden') ? 'hidden' : states.includes('unknown') ? 'unknown' : 'fits';
        expect(verdictOf(shown({ milk, nuts }, NOTHING_DECLARED), [], wanted)).toBe(expected);
      }
    }
    expect(verdictOf({}, [{ min: 1, options: [{}] }], { allergens: [], traces: false, diets: [] })).toBe('fits');
  });

  it('of the US scheme: gluten says nothing of wheat', () => {
    const wanted: Wanted = { allergens: ['wheat'], traces: false, diets: [] };
    expect(verdictOf(shown({ gluten: 'c', wheat: 'u' }), [], wanted)).toBe('unknown');
  });

  it('asks for each wanted diet: one that is not said is unknown, not refused', () => {
    const wanted = (...diets: string[]): Wanted => ({ allergens: [], traces: true, diets });
    for (const diet of ['vegan', 'vegetarian', 'halal', 'kosher']) {
      expect(verdictOf({ diet: [diet, 'organic'] }, [], wanted(diet))).toBe('fits');
      expect(verdictOf({ diet: ['organic'] }, [], wanted(diet))).toBe('unknown');
      expect(verdictOf({}, [], wanted(diet))).toBe('unknown');
      expect(verdictOf({ diet: [diet] }, [], wanted(diet, 'organic'))).toBe('unknown');
    }
    expect(verdictOf({ ...shown({ milk: 'c' }), diet: ['halal'] }, [], { ...noMilk(true), diets: ['halal'] })).toBe(
      'hidden',
    );
    // What is vegan is vegetarian, not the other way round.
    expect(verdictOf({ diet: ['vegan'] }, [], wanted('vegetarian'))).toBe('fits');
    expect(verdictOf({ diet: ['vegan'] }, [], wanted('halal'))).toBe('unknown');
    expect(verdictOf({ diet: ['vegetarian'] }, [], wanted('vegan'))).toBe('unknown');
  });

  it('hides what a wanted diet rules out, said to be so or not: an allergen in it, or what it is made with', () => {
    for (const diet of DIETS) {
      const wanted: Wanted = { allergens: [], traces: true, diets: [diet] };
      for (const allergen of ALLERGENS) {
        for (const state of STATES) {
          const dish = shown({ [allergen]: state });
          const isOut =
            EXCLUDED[diet]?.includes(allergen) && (state === 'c' || (state === 'm' && diet === 'gluten-free'));
          const isOpen = diet === 'gluten-free' && allergen === 'gluten' && state === 'u';
          expect(verdictOf(dish, [], wanted), `${diet}, ${allergen} ${state}`).toBe(isOut ? 'hidden' : 'unknown');
          expect(verdictOf({ ...dish, diet: [diet] }, [], wanted), `said ${diet}, ${allergen} ${state}`).toBe(
            isOut ? 'hidden' : isOpen ? 'unknown' : 'fits',
          );
        }
      }
      const without = ['pork', 'alcohol'].map((one) => verdictOf({ diet: [one] }, [], wanted));
      const avoids = ['vegan', 'vegetarian', 'halal', 'kosher'].includes(diet);
      const ofPork = avoids ? 'hidden' : diet === 'pork' ? 'fits' : 'unknown';
      const ofAlcohol = diet === 'halal' ? 'hidden' : diet === 'alcohol' ? 'fits' : 'unknown';
      expect(without, diet).toEqual([ofPork, ofAlcohol]);
    }
  });

  it('of which only undeclared options can be chosen is unknown to who wants a diet', () => {
    for (const diet of DIETS.filter((one) => one !== 'gluten-free')) {
      const wanted: Wanted = { allergens: [], traces: true, diets: [diet] };
      const dish = { ...shown({}), diet: [diet] };
      const verdicts = [0, 1].map((min) => verdictOf(dish, [{ min, options: [{}, {}] }], wanted));
      expect(verdicts, diet).toEqual(['choice', 'unknown']);
      expect(optionVerdict({}, wanted)).toBe('unknown');
    }
  });

  it('asks whether what an option contains rules a diet out', () => {
    const vegan: Wanted = { allergens: [], traces: false, diets: ['vegan'] };
    const glutenFree: Wanted = { allergens: [], traces: true, diets: ['gluten-free'] };
    const verdict = (diet: string, options: object[], wanted: Wanted) =>
      verdictOf({ ...shown({}), diet: [diet] }, [{ min: 1, options }], wanted);
    const parts: Record<AllergenState, [ofVegan: Verdict, ofGlutenFree: Verdict]> = {
      c: ['hidden', 'hidden'],
      m: ['choice', 'hidden'],
      f: ['choice', 'fits'],
      u: ['unknown', 'unknown'],
    };
    for (const state of STATES) {
      const [ofVegan, ofGlutenFree] = parts[state];
      expect(verdict('vegan', [shown({ milk: state })], vegan)).toBe(ofVegan);
      expect(verdict('gluten-free', [shown({ wheat: state })], glutenFree)).toBe(ofGlutenFree);
      expect(verdict('halal', [shown({ milk: state })], { ...vegan, diets: ['halal'] })).toBe('choice');
    }
    expect(verdict('vegan', [shown({ milk: 'c' }), shown({})], vegan)).toBe('choice');
    const both = { ...glutenFree, diets: ['gluten-free', 'kosher'] };
    const dish = { ...shown({}), diet: both.diets };
    for (const min of [0, 1]) expect(verdictOf(dish, [{ min, options: [shown({})] }], both)).toBe('choice');
  });
});
