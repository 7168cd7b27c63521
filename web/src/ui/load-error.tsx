import { CloudOff, RotateCw } from 'lucide-react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { RetryButton } from './retry-button.tsx';

interface LoadErrorProps {
  /** What could not be loaded, as in "Couldn't load your categories". */
  title: string;
  description?: string;
  query: { isFetching: boolean; refetch: () => unknown };
  className?: string;
}

/** Shown in place of data that could not be loaded, with a retry button. */
export function LoadError({
  title,
  description = 'Please check your connection and try again.',
  query,
  className,
}: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<CloudOff />}
        title={title}
        description={description}
        action={
          <RetryButton variant="secondary" query={query}>
            {!query.isFetching && <RotateCw aria-hidden />}
            {query.isFetching ? 'Trying again…' : 'Try Again'}
          </RetryButton>
        }
      />
    </div>
  );
}

/** The same in a card. */
export const LoadErrorCard = (props: LoadErrorProps) => (
  <Card>
    <LoadError {...props} />
  </Card>
);
