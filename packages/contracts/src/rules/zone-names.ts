/** Zones whose former names ICU keeps, in Node and in browsers: by former name, today's. `Intl` takes both. */
const TODAYS_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const FORMER_NAMES = new Map(Object.entries(TODAYS_NAMES).map(([former, name]) => [name, former]));

/** The name of a zone today: 'Europe/Kiev' → 'Europe/Kyiv'; any other name unchanged. */
export const todaysZoneName = (zone: string): string => TODAYS_NAMES[zone] ?? zone;

/** The canonical name of `zone` by `Intl`, perhaps a former one; null if this device does not know the zone. */
const resolve = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

/** Today's canonical name of `zone`, whatever its case or age: 'europe/kiev' → 'Europe/Kyiv'; null for an unknown one. */
export const canonicalZoneName = (zone: string): string | null => {
  const name = resolve(zone) ?? resolve(FORMER_NAMES.get(zone) ?? '');
  return name && todaysZoneName(name);
};

/** The name under which this device knows `zone`: browsers from before 2022 know Kyiv only as 'Europe/Kiev'. */
export const zoneNameHere = (zone: string): string => (resolve(zone) ? zone : (FORMER_NAMES.get(zone) ?? zone));
