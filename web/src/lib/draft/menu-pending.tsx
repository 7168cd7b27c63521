import { LoadErrorCard } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { useMenu } from './use-menu.ts';

/** Stands in a screen's place until the menu has loaded, or when it could not be. */
export function MenuPending(query: Omit<ReturnType<typeof useMenu>, 'menu'>) {
  if (query.isError) return <LoadErrorCard title="Couldn't load your menu" query={query} />;
  return (
    <div role="status">
      <span className="sr-only">Loading your menu…</span>
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
