import type { MenuItem } from '@tavola/contracts/menu.ts';
import { itemAt } from '@tavola/contracts/rules/turns.ts';
import { ChefHat } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { foldedText } from '../../../lib/folded-text.ts';
import { knownUser } from '../../../lib/session.ts';
import { choicesAt, momentInWords, type Until } from '../../../lib/sold-out-until.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDishes, useKitchenNews, useRestaurant } from '../api.ts';
import { DishRow } from '../components/dish-row.tsx';
import { type Mark, type Marks, markDish, openMarks, useMarks } from '../marks.ts';

/** The screen Kitchen: what is sold out, with one tap. */
export function KitchenPage() {
  useDocumentTitle('Kitchen');
  const dishes = useDishes();
  const restaurant = useRestaurant();
  const tenantId = knownUser()?.tenantId;
  // Without the restaurant, a kitchen can do without its hours.
  const tenant = restaurant.data ?? (restaurant.isError ? { timeZone: deviceZone() } : undefined);
  const marks = useMarks();
  const [query, setQuery] = useState('');
  useKitchenNews(restaurant.data?.slug);
  useEffect(() => {
    if (tenantId) openMarks(tenantId);
  }, [tenantId]);
  const all = dishes.data && withMarks(dishes.data, marks);
  const now = useNow(all);

  return (
    <>
      <PageHeader
        dense
        title="Kitchen"
        description="Tap a dish that has run out. It comes back when you close. Hold a dish to choose another time."
      />
      {renderBody()}
    </>
  );

  function renderBody() {
    if (dishes.isError && !dishes.data) {
      return (
        <Card>
          <LoadError title="Couldn't load your dishes" busy={dishes.isFetching} onRetry={() => void dishes.refetch()} />
        </Card>
      );
    }
    if (!all || !tenant) return <KitchenSkeleton />;
    if (all.length === 0) {
      return (
        <Card>
          <EmptyState
            icon={<ChefHat />}
            title="No dishes yet"
            description="What you add to your menu is listed here."
          />
        </Card>
      );
    }
    const { timeZone } = tenant;
    const choices = choicesAt(tenant, now);
    const current = all.map((dish) => itemAt(dish, now));
    const out = current.filter(({ isAvailable }) => !isAvailable);
    const words = foldedText(query);
    const found = current.filter(({ name }) => foldedText(name).includes(words));
    const rowOf = (dish: MenuItem) => (
      <DishRow
        key={dish.id}
        dish={dish}
        returns={dish.soldOutUntil && momentInWords(Date.parse(dish.soldOutUntil), timeZone, now)}
        isUnsent={marks.has(dish.id)}
        choices={choices}
        onMark={(until) => markDish(dish.id, markOf(until))}
      />
    );
    return (
      <div className="flex flex-col gap-5">
        {marks.size > 0 && !navigator.onLine && (
          <Alert tone="info">You're offline. Changes are kept on this device and sent once you're back online.</Alert>
        )}
        {out.length > 0 && (
          <section aria-labelledby="kitchen-out" className="flex flex-col gap-2">
            <h2 id="kitchen-out" className="display text-xl">
              Sold out now <span className="figures text-base text-ink-muted">{out.length}</span>
            </h2>
            <Card className="overflow-hidden">
              <ul>{out.map(rowOf)}</ul>
            </Card>
          </section>
        )}
        <section aria-labelledby="kitchen-all" className="flex flex-col gap-2">
          <h2 id="kitchen-all" className="display text-xl">
            All dishes
          </h2>
          <div className="sticky top-16 z-10 -mx-1 bg-paper px-1 py-2">
            <SearchInput label="Search dishes" value={query} onValueChange={setQuery} />
          </div>
          <Card className="overflow-hidden">
            {found.length > 0 ? (
              <ul>{found.map(rowOf)}</ul>
            ) : (
              <EmptyState title="No dishes found" description="Try another word." />
            )}
          </Card>
        </section>
      </div>
    );
  }
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const markOf = (until: Until | undefined): Mark => ({
  isAvailable: until === undefined,
  ...(until?.at !== undefined && { soldOutUntil: new Date(until.at).toISOString() }),
});

/** The dishes as the kitchen has marked them. */
const withMarks = (dishes: readonly MenuItem[], marks: Marks): MenuItem[] =>
  dishes.map((dish) => {
    const mark = marks.get(dish.id);
    if (!mark) return dish;
    const { soldOutUntil: _before, ...rest } = dish;
    return { ...rest, ...mark };
  });

function KitchenSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading your dishes…</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
