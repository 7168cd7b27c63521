import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { RetryButton } from './retry-button.tsx';

interface RetryAlertProps {
  title?: string;
  /** The query that failed. */
  query: { isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** Says in place that something could not be loaded, with a retry button. */
export function RetryAlert({ title, query, children }: RetryAlertProps) {
  return (
    <Alert {...(title && { title })} action={<RetryButton variant="secondary" size="sm" query={query} />}>
      {children}
    </Alert>
  );
}
