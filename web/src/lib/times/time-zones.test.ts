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
    expect([...values].sort()).toEqual(['UTC', ...Intl.supportedValuesOf('timeZone')].sort());
    for (const value of values) expect(timeZone.safeParse(value).success, value).toBe(true);
  });

  it('have the chosen one among them where the browser does not offer it', () => {
    expect(valuesOf(timeZoneGroups('Etc/GMT+5', 'UTC'))).toContain('Etc/GMT+5');
  });

  it('have the names of today, under the ids that browsers know', () => {
    const options = timeZoneGroups('UTC', 'UTC').flatMap(({ options }) => options);
    expect(options).toContainEqual({ value: 'Europe/Kiev', label: 'Kyiv' });
    expect(['Asia/Saigon', 'America/New_York', 'UTC'].map(placeName)).toEqual(['Ho Chi Minh City', 'New York', 'UTC']);
  });

  it('are in the order of their names within a continent', () => {
    const europe = timeZoneGroups('UTC', 'UTC').find(({ label }) => label === 'Europe');
    const names = europe?.options.map(({ label }) => label) ?? [];
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  });
});
