import type { LACKS, MenuCheck } from '@tavola/contracts/allergens.ts';
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
  'allergens-in-part': 'Allergens partly declared',
  confirmation: 'Allergens to be confirmed',
  gluten: 'Marked gluten-free, gluten not declared',
  price: 'No price',
  category: 'No category',
  choice: 'No size or option left to choose',
};

/** What is declared on this screen. */
const DECLARED_HERE: readonly string[] = ['allergens', 'allergens-in-part', 'confirmation', 'gluten'];

interface MenuCheckListProps {
  /** Opens a dish, to declare it. */
  onOpen: (id: number) => void;
  /** Shows the options. */
  onOpenOptions: () => void;
}

/** The dishes and options that lack something. What is not declared opens here; the rest is mended in Menu Items, by who may. */
export function MenuCheckList({ onOpen, onOpenOptions }: MenuCheckListProps) {
  const check = useMenuCheck();
  const writesMenu = useMay('menu.write');
  if (hasFailed(check)) return <LoadErrorCard title="Couldn't check your menu" query={check} />;
  if (!check.data) {
    return (
      <Card className="p-5 sm:p-7">
        <LoadingRows rows={4} row="h-12" className="gap-4" />
      </Card>
    );
  }
  // An older release says nothing of options.
  const { items, lacking, options = [] } = check.data;
  if (lacking.length + options.length === 0) {
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
        {options.length > 0 && ` ${many(options.length, 'option')} to declare.`}
      </p>
      <Card>
        <ul className="divide-y divide-line">
          {lacking.map(({ id, name, lacks }) => (
            <li key={id} className={ROW}>
              {lacks.some((one) => DECLARED_HERE.includes(one)) ? (
                <button type="button" onClick={() => onOpen(id)} className={OPENS}>
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
              <Lacks lacks={lacks} />
            </li>
          ))}
          {options.map(({ id, name, group, lacks }) => (
            <li key={`option ${id}`} className={ROW}>
              <button type="button" onClick={onOpenOptions} className={OPENS}>
                <bdi>{name}</bdi>
                <span className="font-normal text-ink-muted">
                  {' · '}
                  <bdi>{group}</bdi>
                </span>
              </button>
              <Lacks lacks={lacks} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const ROW = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5 sm:px-7';
const OPENS = '-mx-2 min-h-11 rounded-control px-2 text-start font-semibold wrap-anywhere hover:bg-sunken';

function Lacks({ lacks }: Pick<MenuCheck['lacking'][number], 'lacks'>) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {/* A newer release may find more. */}
      {lacks
        .filter((one) => one in WORDS)
        .map((one) => (
          <Badge key={one} tone={one === 'confirmation' ? 'notice' : 'outline'}>
            {WORDS[one]}
          </Badge>
        ))}
    </span>
  );
}
