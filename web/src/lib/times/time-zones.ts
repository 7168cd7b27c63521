import { timeZone } from '@tavola/contracts/fields.ts';

/** This device's time zone; `undefined` if the browser reports none. */
export const deviceTimeZone = (): string | undefined =>
  timeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone).data;

/** Places whose zones browsers list under a former or shortened name. */
const PLACES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Antarctica/DumontDUrville': "Dumont d'Urville",
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** 'America/Argentina/Buenos_Aires' → 'Buenos Aires, Argentina': starts with what users type to find it. */
export const placeName = (zone: string): string =>
  PLACES[zone] ?? (zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone);

/** All time zones by continent; the device's and the chosen one come first. */
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
