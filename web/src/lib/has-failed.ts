interface Loaded {
  data: unknown;
  errorUpdateCount: number;
  isPlaceholderData?: boolean;
}

/**
 * Whether a query could not be loaded and has nothing of its own to show. Unlike `isError`, which ends when the query is tried again,
 * it lasts until there is data, so that the button for that stays in place, with the focus.
 */
export const hasFailed = ({ data, errorUpdateCount, isPlaceholderData = false }: Loaded): boolean =>
  (data === undefined || isPlaceholderData) && errorUpdateCount > 0;
