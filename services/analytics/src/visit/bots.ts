/**
 * Programs that say what they are: search engines, link previews, monitors, libraries. What has no user agent is one, too.
 * Those that pass themselves off as a person's browser can't be told from one here; most never run the page that counts.
 */
const BOT = new RegExp(
  [
    // Cubot is a make of phones.
    '(?<!cu)bot\\b',
    '(?<!cu)bot[/_-]',
    'crawl',
    'spider',
    'slurp',
    'scrap(e|y)',
    'preview',
    'facebookexternalhit',
    'mediapartners-google',
    'google-(read-aloud|inspectiontool)',
    'lighthouse',
    'pagespeed',
    'gtmetrix',
    'pingdom',
    'uptime',
    'monitor',
    'datadog',
    'phantomjs',
    'prerender',
    // Libraries call themselves so at the start.
    '^(curl|wget|python|java|go-http|okhttp|axios|node|undici|got|ruby|perl|php|libwww|apache-httpclient|postman)\\b',
  ].join('|'),
  'i',
);

/** Whether a request with this user agent is a program's. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent?.trim() || BOT.test(userAgent);
