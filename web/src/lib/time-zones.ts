import { timeZone } from '@tavola/contracts/fields.ts';

/** The time zone of this device; undefined where the browser doesn't say one. */
export const deviceTimeZone = (): string | undefined =>
  timeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone).data;

/** 'America/Argentina/Buenos_Aires' → 'Buenos Aires, Argentina': beginning with what one types to find it. */
const placeName = (zone: string): string => zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone;

/** Every time zone there is to choose, by continent; the device's own and the one that is chosen now stand first. */
export function timeZoneGroups(chosen: string, device = deviceTimeZone()) {
  const asOption = (zone: string) => ({ value: zone, label: placeName(zone) });
  const byContinent = new Map<string, string[]>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
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
