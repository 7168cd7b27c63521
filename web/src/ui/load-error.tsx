import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

export interface LoadErrorProps {
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
  query: { isFetching, refetch },
  className,
}: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<CloudOff />}
        title={title}
        description={description}
        action={
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {!isFetching && <RotateCw aria-hidden />}
            {isFetching ? 'Trying again…' : 'Try Again'}
          </Button>
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
