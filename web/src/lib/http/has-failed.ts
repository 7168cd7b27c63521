import { useState } from 'react';
import { errorText } from './api.ts';

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

/** The text of a query's error, as `errorText`; it stays while the query, which then has none, is tried again. */
export function useErrorText(error: unknown, fallback: string): string {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return errorText(error ?? last, fallback);
}
