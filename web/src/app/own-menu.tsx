import { ExternalLink, Printer } from 'lucide-react';
import { useTenant } from '../lib/http/queries.ts';
import { Button } from '../ui/button.tsx';
import { MenuItem } from '../ui/dropdown-menu.tsx';

/** The slug of the restaurant's public menu; `undefined` until it has loaded. */
const useSlug = () => useTenant().data?.slug;

/** A link to the restaurant's public menu. */
export function ViewMenu() {
  const slug = useSlug();
  if (slug === undefined) return null;
  return (
    <Button asChild variant="secondary" className="shrink-0 max-sm:size-11 max-sm:p-0">
      <a href={`/menu/${slug}`} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden />
        <span className="max-sm:sr-only">View Menu</span>
      </a>
    </Button>
  );
}

/** A menu entry that prints the restaurant's public menu. */
export function PrintMenu({ onPrint }: { onPrint: (slug: string) => void }) {
  const slug = useSlug();
  return (
    <MenuItem disabled={slug === undefined} onSelect={() => slug !== undefined && onPrint(slug)}>
      <Printer aria-hidden /> Print menu
    </MenuItem>
  );
}
