import { describe, expect, it } from 'vitest';
import { changesInWords, changesMeanwhile } from './shared-object.ts';

const base = { name: 'Ragù', price: '12.00', isPopular: false };
const LABELS = { name: 'Name', price: 'Price', isPopular: 'Popular' };

describe('what somebody else changed meanwhile', () => {
  it('is each field with what it says now, and with yours where something was typed into it', () => {
    const now = { ...base, price: '14.00', isPopular: true };
    expect(changesMeanwhile(base, now, { ...base, price: '13' })).toEqual([
      { field: 'price', now: '14.00', yours: '13' },
      { field: 'isPopular', now: true },
    ]);
  });

  it('is nothing where one typed alone, or both typed the same', () => {
    expect(changesMeanwhile(base, base, { ...base, name: 'Ragù bianco' })).toEqual([]);
    expect(changesMeanwhile(base, { ...base, price: '14.00' }, { ...base, price: '14.00' })).toEqual([]);
  });

  it('is said in words: ticks as yes and no, an empty field as nothing, the rest in its own way', () => {
    const now = { name: '', price: '14.00', isPopular: true };
    const changes = changesMeanwhile(base, now, { ...base, name: 'Ragù bianco' });
    expect(changesInWords(changes, LABELS, { price: (text) => `$${text}` })).toEqual([
      { label: 'Name', now: '', yours: 'Ragù bianco' },
      { label: 'Price', now: '$14.00' },
      { label: 'Popular', now: 'Yes' },
    ]);
  });
});
