import { timeZone } from '@tavola/contracts/fields.ts';
import { todaysZoneName } from '@tavola/contracts/rules/zone-names.ts';

/** This device's time zone; `undefined` if the browser reports none. */
export const deviceTimeZone = (): string | undefined =>
  timeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone).data;

/** Places whose zones are named in shortened form. */
const PLACES: Readonly<Record<string, string>> = {
  'Antarctica/DumontDUrville': "Dumont d'Urville",
  'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
};

/** 'America/Argentina/Buenos_Aires' → 'Buenos Aires, Argentina': starts with what users type to find it. */
export const placeName = (zone: string): string =>
  PLACES[zone] ?? (zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone);

/** What follows a restaurant's time where this device's clock shows another, as in ' (New York)'; else '', as until its zone is known. */
export const zoneNote = (zone: string | undefined): string =>
  zone === undefined || zone === deviceTimeZone() ? '' : ` (${placeName(zone)})`;

/** All time zones by continent; the device's and the chosen one come first. */
export function timeZoneGroups(chosen: string, device = deviceTimeZone()) {
  const asOption = (zone: string) => ({ value: zone, label: placeName(zone) });
  const byContinent = new Map<string, string[]>();
  for (const zone of new Set(Intl.supportedValuesOf('timeZone').map(todaysZoneName))) {
    const continent = zone.split('/')[0] as string;
    byContinent.set(continent, [...(byContinent.get(continent) ?? []), zone]);
  }
  const first = [...new Set([...(device ? [device] : []), chosen, 'UTC'])];
  const inOrder = new Intl.Collator('en').compare;
  return [
    { label: 'Suggested', options: first.map(asOption) },
    ...[...byContinent].map(([label, zones]) => ({
      label,
      options: zones
        .filter((zone) => !first.includes(zone))
        .map(asOption)
        .sort((one, other) => inOrder(one.label, other.label)),
    })),
  ];
}
