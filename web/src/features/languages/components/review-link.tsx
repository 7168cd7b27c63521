import { Languages } from 'lucide-react';
import { Link } from 'wouter';
import { useItems } from '../../../lib/http/queries.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useLanguages, useProgress } from '../api.ts';

/**
 * How many of the menu's translations are to review, as a link to them, or to the list of languages if several have some.
 * Nothing where none are.
 */
export function ReviewLink() {
  const languages = useLanguages();
  // The translations are larger than the items, and less urgent.
  const isListed = useItems().data !== undefined;
  const others = (isListed && languages?.others) || [];
  const counts = useProgress(others).progress.map((one) => one?.toReview ?? 0);
  const toReview = counts.reduce((sum, count) => sum + count, 0);
  if (toReview === 0) return null;
  const [only, ...more] = others.filter((_, place) => counts[place] !== 0);
  return (
    <Button asChild variant="secondary" className="max-sm:h-11 max-sm:px-2.5">
      <Link href={`/dashboard/languages${only && more.length === 0 ? `?lang=${only}` : ''}`}>
        <Languages aria-hidden />
        <span className="max-sm:sr-only">Translations</span>{' '}
        <span className="figures text-saffron-ink">
          {formatCount(toReview)} <VisuallyHidden>to review</VisuallyHidden>
        </span>
      </Link>
    </Button>
  );
}
