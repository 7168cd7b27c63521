import { timeZone } from '@tavola/contracts/fields.ts';
import { describe, expect, it } from 'vitest';
import { placeName, timeZoneGroups } from './time-zones.ts';

const valuesOf = (groups: ReturnType<typeof timeZoneGroups>) =>
  groups.flatMap(({ options }) => options.map(({ value }) => value));

describe('the time zones to choose from', () => {
  it('begin with the device’s and the chosen one', () => {
    const [suggested] = timeZoneGroups('Asia/Tokyo', 'America/Argentina/Buenos_Aires');
    expect(suggested).toEqual({
      label: 'Suggested',
      options: [
        { value: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires, Argentina' },
        { value: 'Asia/Tokyo', label: 'Tokyo' },
        { value: 'UTC', label: 'UTC' },
      ],
    });
  });

  it('are each there once, and all can be saved', () => {
    const values = valuesOf(timeZoneGroups('Asia/Tokyo', 'Europe/Rome'));
    expect(new Set(values).size).toBe(values.length);
    const names = new Set(Intl.supportedValuesOf('timeZone').map((name) => timeZone.parse(name)));
    expect([...values].sort()).toEqual(['UTC', ...names].sort());
    // What is chosen is what is kept.
    for (const value of values) expect(timeZone.parse(value)).toBe(value);
  });

  it('have the chosen one among them where the browser does not offer it', () => {
    expect(valuesOf(timeZoneGroups('Etc/GMT+5', 'UTC'))).toContain('Etc/GMT+5');
  });

  it('have the names of today', () => {
    const options = timeZoneGroups('UTC', 'UTC').flatMap(({ options }) => options);
    expect(options).toContainEqual({ value: 'Europe/Kyiv', label: 'Kyiv' });
    expect(options).not.toContainEqual(expect.objectContaining({ value: 'Europe/Kiev' }));
    expect(['Asia/Ho_Chi_Minh', 'America/New_York', 'UTC'].map(placeName)).toEqual([
      'Ho Chi Minh City',
      'New York',
      'UTC',
    ]);
  });

  it('are in the order of their names within a continent', () => {
    const europe = timeZoneGroups('UTC', 'UTC').find(({ label }) => label === 'Europe');
    const names = europe?.options.map(({ label }) => label) ?? [];
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  });
});
