/** A row's text, with the status next to it (below it on a phone). */
export const rowClass = 'flex min-w-0 flex-1 gap-x-4 gap-y-1.5 max-sm:flex-col sm:items-center';
