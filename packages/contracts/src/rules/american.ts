/** The time zones of the United States, by their names of today and of before. */
const US_ZONES =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Louisville|Puerto_Rico|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/Honolulu$)/;

/** Whether a restaurant is American: prices in US dollars, by a clock of the United States. Its menu says "Calories", as its law does. */
export const isAmerican = ({
  currency = 'USD',
  timeZone,
}: {
  currency?: string | undefined;
  timeZone: string;
}): boolean => currency === 'USD' && US_ZONES.test(timeZone);
