/** A time of day in English as all screens write it: '10 PM', '10:30 PM'. Newer browsers put a narrow space there, which fonts lack. */
export const shortTime = (text: string): string => text.replaceAll('\u202f', ' ').replace(/:00(?= [AP]M)/, '');
