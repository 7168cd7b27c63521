import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePublicMenu } from '../api.ts';

/** A restaurant's menu as a diner reads it. Anything imported here is weighed: the phone loads it before the menu. */
export function PublicMenuPage({ slug }: { slug: string }) {
  const { status, menu } = usePublicMenu(slug);
  useDocumentTitle(menu ? `Menu of ${menu.tenant.name}` : 'Menu');
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-4 py-10">
      {status === 'loading' && <Skeleton className="h-10 w-2/3" />}
      {status === 'ready' && <h1 className="display text-3xl">{menu.tenant.name}</h1>}
      {status === 'failed' && <p role="alert">Menu not found. Please check the URL and try again.</p>}
    </main>
  );
}
