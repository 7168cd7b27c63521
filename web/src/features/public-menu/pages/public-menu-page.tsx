import { useQuery } from '@tanstack/react-query';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** A restaurant's menu as a diner reads it. Anything imported here is weighed: the phone loads it before the menu. */
export function PublicMenuPage({ slug }: { slug: string }) {
  const { data, isPending } = useQuery<PublicMenu>({ queryKey: [`/api/public/menu/${encodeURIComponent(slug)}`] });
  useDocumentTitle(data ? `Menu of ${data.tenant.name}` : 'Menu');
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-4 py-10">
      {isPending ? (
        <Skeleton className="h-10 w-2/3" />
      ) : data ? (
        <h1 className="display text-3xl">{data.tenant.name}</h1>
      ) : (
        <p role="alert">Menu not found. Please check the URL and try again.</p>
      )}
    </main>
  );
}
