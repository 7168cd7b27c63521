import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface LoadErrorProps {
  /** What is missing, as in "Your categories couldn't be loaded". */
  title: string;
  description?: string;
  onRetry: () => void;
  busy?: boolean;
  className?: string;
}

/** Stands where data should be that the server did not give, with a way to ask again. */
export function LoadError({
  title,
  description = 'Please check your connection and try again.',
  onRetry,
  busy = false,
  className,
}: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<CloudOff />}
        title={title}
        description={description}
        action={
          <Button variant="secondary" busy={busy} onClick={onRetry}>
            {!busy && <RotateCw aria-hidden />}
            {busy ? 'Trying again…' : 'Try again'}
          </Button>
        }
      />
    </div>
  );
}
