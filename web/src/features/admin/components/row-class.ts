/** A row's text, with the status next to it; below it where the row's container is narrow. */
export const rowClass = 'flex min-w-0 flex-1 gap-x-4 gap-y-1.5 @max-xl:flex-col @xl:items-center';
