import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { availableAt } from '@tavola/contracts/rules/turns.ts';
import { ChefHat } from 'lucide-react';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useOnline } from '../../../lib/browser/use-online.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { lackInWords } from '../../../lib/options/lacking.ts';
import { useKitchenTablet } from '../../../lib/session/kitchen-tablet.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { searchItems } from '../../../lib/text/search-items.ts';
import { choicesAt, momentInWords } from '../../../lib/times/sold-out-until.ts';
import { useNow } from '../../../lib/times/use-now.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RetryButton } from '../../../ui/retry-button.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useDishCategories, useDishes, useDishOptions, useKitchenNews, useRecovery } from '../api.ts';
import { DishRow } from '../components/dish-row.tsx';
import { TabletActions } from '../components/tablet-actions.tsx';
import { type Dish, isTapKnown, keepKitchen, keepTapKnown, keptKitchen } from '../kept.ts';
import { keyOf } from '../mark-key.ts';
import { type Marks, markDish, marked, useMarks } from '../marks.ts';
import { useWakeLock } from '../use-wake-lock.ts';

const HINT =
  'Tap a dish that has run out. It comes back by itself at the end of the day, or when you tap it again. Hold it, or press “…”, for another time.';

/** The screen Kitchen: what is sold out, with one tap. Without a network it shows what this device has kept. */
export function KitchenPage() {
  useDocumentTitle('Kitchen');
  const [kept] = useState(keptKitchen);
  const dishes = useDishes();
  const { data: items, dataUpdatedAt: readAt } = dishes;
  const { data: categories, failureCount, errorUpdateCount } = useDishCategories();
  const options = useDishOptions();
  const { data: groups } = options;
  // Without the categories, a kitchen can do without headings; and without options.
  const isReady =
    (categories !== undefined || failureCount + errorUpdateCount > 0) &&
    (groups !== undefined || options.failureCount + options.errorUpdateCount > 0);
  const read = useMemo(
    () => (items && isReady ? [...inCategories(items, categories, groups), ...optionsIn(items, groups)] : undefined),
    [items, isReady, categories, groups],
  );
  const restaurant = useTenant();
  const known = restaurant.data ?? kept?.restaurant;
  const user = useCurrentUser().user ?? kept?.user;
  // Without the restaurant, a kitchen can do without its hours, also while they are asked for again.
  const tenant = known ?? (hasFailed(restaurant) ? { timeZone: deviceZone() } : undefined);
  const marks = useMarks();
  const keepPlace = useRowFocus('first');
  const [query, setQuery] = useState('');
  const [tapKnown, setTapKnown] = useState(isTapKnown);
  useKitchenNews(known?.slug);
  useWakeLock(Boolean(useKitchenTablet()?.key));
  useEffect(() => {
    if (user && known && read) keepKitchen({ user, restaurant: known, dishes: read, at: readAt });
  }, [user, known, read, readAt]);
  const shown = read ?? kept?.dishes;
  const all = shown && withMarks(shown, marks);
  const now = useNow(all);
  // An attempt that goes on after a failed one changes nothing.
  const isAway = dishes.isError || hasFailed(dishes);
  useRecovery(isAway);
  const isOffline = !useOnline() || isAway;

  return (
    <>
      {/* Only this screen installs as an app of the kitchen. */}
      {known && <link rel="manifest" href={`/menu/${known.slug}/kitchen.webmanifest`} />}
      <PageHeader
        dense
        title="Kitchen"
        description={HINT}
        actions={<TabletActions restaurant={restaurant.data?.name} />}
      />
      {!tapKnown && (
        // On a phone: over the page, so that nothing moves beneath the finger when it goes away.
        <p
          role="note"
          className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+0.75rem)] z-20 rounded-card border border-line bg-surface p-3 text-sm shadow-float sm:hidden"
        >
          {HINT}
        </p>
      )}
      {renderBody()}
    </>
  );

  function renderBody() {
    if (isAway && !all) return <LoadErrorCard title="Couldn't load your dishes" query={dishes} />;
    if (!all || !tenant) return <KitchenSkeleton />;
    if (all.length === 0) {
      return (
        <Card>
          <EmptyState icon={<ChefHat />} title="No dishes yet" description="Dishes you add to your menu show here." />
        </Card>
      );
    }
    const { timeZone } = tenant;
    const choices = choicesAt(tenant, now);
    const current = all.map((dish) => availableAt(dish, now));
    const isLeft = new Map(current.map(({ id, isAvailable }) => [id, isAvailable]));
    const lackOf = ({ isAvailable, needs = [] }: Dish) =>
      isAvailable
        ? lackInWords(needs.map(({ of, ...need }) => ({ ...need, left: of.filter((id) => isLeft.get(id)).length })))
        : undefined;
    const out = query.trim() === '' ? current.filter(({ isAvailable }) => !isAvailable) : [];
    const found = searchItems(current, query, ({ category }) => category);
    const isOption = ({ part }: Dish) => part === 'option';
    const ofDishes = [
      ...Map.groupBy(
        found.filter((dish) => !isOption(dish)),
        ({ category }) => category,
      ),
    ];
    const ofOptions = [...Map.groupBy(found.filter(isOption), ({ category }) => category)];
    const rowOf = (dish: Dish, leaves = false) => (
      <DishRow
        key={dish.id}
        data-row={leaves ? dish.id : undefined}
        dish={dish}
        returns={dish.soldOutUntil && momentInWords(Date.parse(dish.soldOutUntil), timeZone, now)}
        lack={lackOf(dish)}
        isUnsent={marks.has(dish.id)}
        isBelowDish={!leaves && dish.part === 'size'}
        choices={choices}
        zone={timeZone}
        onMark={(mark) => {
          if (leaves && mark.isAvailable) keepPlace(dish.id);
          if (!tapKnown) keepTapKnown();
          setTapKnown(true);
          markDish(dish.id, mark);
        }}
      />
    );
    const listOf = (dishes: readonly Dish[]) => (
      <Card className="overflow-hidden">
        <ul>{dishes.map((dish) => rowOf(dish))}</ul>
      </Card>
    );
    return (
      <div className="flex flex-col gap-5">
        {isOffline && (
          <Alert
            tone="warning"
            title="Offline"
            action={isAway && <RetryButton variant="secondary" size="sm" query={dishes} />}
          >
            These are your dishes as of {momentInWords(read ? readAt : (kept?.at ?? now), timeZone, now)}. Changes are
            kept on this device and sent once you're back online.
          </Alert>
        )}
        <div className="sticky top-16 z-10 -mx-1 bg-paper px-1 py-2">
          <SearchInput label="Search dishes" value={query} onValueChange={setQuery} />
        </div>
        {out.length > 0 && (
          <section aria-labelledby="kitchen-out" className="flex flex-col gap-2">
            <h2 id="kitchen-out" className="display text-xl">
              Out of Stock <span className="figures text-base text-ink-muted">{out.length}</span>
            </h2>
            <Card className="overflow-hidden">
              <ul>{out.map((dish) => rowOf(dish, true))}</ul>
            </Card>
          </section>
        )}
        <section aria-labelledby="kitchen-all" className="flex flex-col gap-2">
          <h2 id="kitchen-all" className="display text-xl">
            {query.trim() === '' ? (
              'All dishes'
            ) : (
              <span className="wrap-anywhere">
                Dishes with “<bdi>{query.trim()}</bdi>”
              </span>
            )}
          </h2>
          {ofDishes.map(([category, ofCategory]) => (
            <Fragment key={category ?? ''}>
              {(category !== undefined || ofDishes.length > 1) && (
                <h3 dir="auto" className="mt-3 font-semibold wrap-anywhere">
                  {category ?? 'Without a category'}
                </h3>
              )}
              {listOf(ofCategory)}
            </Fragment>
          ))}
          {found.length === 0 && (
            <Card>
              <EmptyState
                title="No dishes found"
                description="No dish or category matches your search."
                action={
                  <Button variant="secondary" onClick={() => setQuery('')}>
                    Show All Dishes
                  </Button>
                }
              />
            </Card>
          )}
        </section>
        {ofOptions.length > 0 && (
          <section aria-labelledby="kitchen-options" className="flex flex-col gap-2">
            <h2 id="kitchen-options" className="display text-xl">
              Options
            </h2>
            <p className="text-sm text-ink-muted">Out here means out in every dish.</p>
            {ofOptions.map(([group, ofGroup]) => (
              <Fragment key={group}>
                <h3 dir="auto" className="mt-3 font-semibold wrap-anywhere">
                  {group}
                </h3>
                {listOf(ofGroup)}
              </Fragment>
            ))}
          </section>
        )}
      </div>
    );
  }
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The dishes in the order of their categories, with those' names and what guests must choose of their sizes and of `groups`. */
function inCategories(
  items: readonly MenuItem[],
  categories: readonly Category[] = [],
  groups: readonly OptionGroup[] = [],
): Dish[] {
  const required = groups.filter(({ min }) => min > 0);
  const places = new Map(categories.map(({ id, name }, place) => [id, { name, place }]));
  const placeOf = ({ categoryId }: MenuItem) => places.get(categoryId ?? 0)?.place ?? categories.length;
  return items
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((item) => {
      const category = places.get(item.categoryId ?? 0)?.name;
      const place = { ...(category !== undefined && { category }) };
      const sizes = item.variants?.map((size) => ({
        ...partOf(size),
        ...place,
        id: keyOf({ item: item.id, variant: size.id }),
        name: `${item.name}, ${size.name}`,
        part: 'size' as const,
      }));
      const needs = [
        ...(sizes ? [{ min: 1, of: sizes.map(({ id }) => id) }] : []),
        ...required
          .filter(({ id }) => item.optionGroups?.includes(id))
          .map(({ name, min, options }) => ({ name, min, of: options.map(({ id }) => keyOf({ option: id })) })),
      ];
      return [{ ...partOf(item), ...place, id: item.id, ...(needs.length > 0 && { needs }) }, ...(sizes ?? [])];
    });
}

/** The options that dishes have, by group. */
function optionsIn(items: readonly MenuItem[], groups: readonly OptionGroup[] = []): Dish[] {
  const used = new Set(items.flatMap(({ optionGroups = [] }) => optionGroups));
  return groups
    .filter(({ id }) => used.has(id))
    .flatMap(({ name: category, options }) =>
      options.map((option) => ({
        ...partOf(option),
        id: keyOf({ option: option.id }),
        category,
        part: 'option' as const,
      })),
    );
}

const partOf = ({ name, isAvailable, soldOutUntil }: Pick<Dish, 'name' | 'isAvailable' | 'soldOutUntil'>) => ({
  name,
  isAvailable,
  ...(soldOutUntil !== undefined && { soldOutUntil }),
});

/** The dishes as the kitchen has marked them. */
const withMarks = (dishes: readonly Dish[], marks: Marks): Dish[] =>
  dishes.map((dish) => marked(dish, marks.get(dish.id)));

function KitchenSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading your dishes…</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
