import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export interface RetryAlertProps {
  title?: string;
  /** The query that failed. */
  query: { isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** Says in place that something could not be loaded, with a retry button. */
export function RetryAlert({ title, query: { isFetching, refetch }, children }: RetryAlertProps) {
  return (
    <Alert
      {...(title && { title })}
      action={
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
