import type { LACKS } from '@tavola/contracts/allergens.ts';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useMay } from '../../../lib/session/may.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { useMenuCheck } from '../api.ts';

const WORDS: Readonly<Record<(typeof LACKS)[number], string>> = {
  allergens: 'Allergens not declared',
  confirmation: 'Allergens to be confirmed',
  price: 'No price',
  category: 'No category',
};

/** What is declared on this screen. */
const DECLARED_HERE: readonly string[] = ['allergens', 'confirmation'];

/** The dishes that lack something. What is not declared opens here; the rest is mended in Menu Items, by who may. */
export function MenuCheckList({ onOpen }: { onOpen: (id: number) => void }) {
  const check = useMenuCheck(true);
  const writesMenu = useMay('menu.write');
  if (hasFailed(check)) return <LoadErrorCard title="Couldn't check your menu" query={check} />;
  if (!check.data) {
    return (
      <Card className="p-5 sm:p-7">
        <LoadingRows rows={4} row="h-12" className="gap-4" />
      </Card>
    );
  }
  const { items, lacking } = check.data;
  if (lacking.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing is missing"
          description="Every dish has a price, a category and declared allergens."
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-ink-muted">
        {formatCount(lacking.length)} of {many(items, 'dish', 'dishes')} {lacking.length === 1 ? 'lacks' : 'lack'}{' '}
        something.
      </p>
      <Card>
        <ul className="divide-y divide-line">
          {lacking.map(({ id, name, lacks }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5 sm:px-7">
              {lacks.some((one) => DECLARED_HERE.includes(one)) ? (
                <button
                  type="button"
                  onClick={() => onOpen(id)}
                  className="-mx-2 min-h-11 rounded-control px-2 text-start font-semibold wrap-anywhere hover:bg-sunken"
                >
                  <bdi>{name}</bdi>
                </button>
              ) : !writesMenu ? (
                <span className="inline-flex min-h-11 items-center font-semibold wrap-anywhere">
                  <Bidi>{name}</Bidi>
                </span>
              ) : (
                <Link
                  href="/dashboard/items"
                  className="-mx-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold wrap-anywhere hover:bg-sunken"
                >
                  <Bidi>{name}</Bidi>
                </Link>
              )}
              <span className="flex flex-wrap gap-1.5">
                {lacks.map((one) => (
                  <Badge key={one} tone={one === 'confirmation' ? 'notice' : 'outline'}>
                    {WORDS[one]}
                  </Badge>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
