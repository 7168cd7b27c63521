import { CONFIRMATIONS_MAX } from '@tavola/contracts/allergens.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { type Allergen, allergenSchemeOf } from '@tavola/contracts/rules/allergens.ts';
import { SearchX, UtensilsCrossed } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { SCHEME_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { useAskedAllergens, useConfirmAllergens } from '../../../lib/allergens/declare-allergens.ts';
import { useDeclaredThere } from '../../../lib/allergens/declared-there.ts';
import { joinHints } from '../../../lib/allergens/text-hints.ts';
import { useTextHints } from '../../../lib/allergens/use-text-hints.ts';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { combineQueries, useCategories, useItems, useOptionGroups, useTenant } from '../../../lib/http/queries.ts';
import { useMay } from '../../../lib/session/may.ts';
import { otherPlaces } from '../../../lib/session/other-places.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSetDiets } from '../api.ts';
import { AllergenMatrix, MatrixLegend } from '../components/allergen-matrix.tsx';
import { DISH_DRAFT, DishDeclarationDialog } from '../components/declaration-dialog.tsx';
import { DishRows } from '../components/dish-rows.tsx';
import { MenuCheckList } from '../components/menu-check.tsx';
import { OptionDeclarations } from '../components/option-declarations.tsx';
import { type Dish, dishesOf, filterDishes, isUndeclared, SHOWN, type Shown } from '../filter-dishes.ts';
import { useDrafts } from '../use-drafts.ts';

const VIEWS = ['dishes', 'options', 'check'] as const;
type View = (typeof VIEWS)[number];

const oneOf = <Value extends string>(values: readonly Value[], name: string | null): Value =>
  values.find((value) => value === name) ?? (values[0] as Value);

/** In place of another restaurant's id: suggestions come from the dishes' texts alone. */
const OWN_TEXTS = 'texts';

/** Dishes that show at first, and with each "Show More". */
const PAGE = 100;

/** The screen Allergens: what each dish and each option contains, and what the menu lacks. */
export function AllergensPage() {
  useDocumentTitle('Allergens');
  const items = useItems();
  const categories = useCategories();
  const groups = useOptionGroups();
  const tenant = useTenant();
  const asked = useAskedAllergens();
  const [query, setQuery] = useAddressQuery();
  const view = oneOf(VIEWS, query.get('view'));
  const dialog = useDialogState<number>();
  const readTexts = useTextHints();
  const { user } = useCurrentUser();
  const others = otherPlaces(user);
  const place = others.find(({ id }) => id === query.get('from'));
  const there = useDeclaredThere(place);
  const maySet = useMay('settings.write');
  const writesMenu = useMay('menu.write');
  // Above the views: another view drops no drafts.
  const drafts = useDrafts(items.data);
  useReopenedForm(DISH_DRAFT, items.data, (item) => item && dialog.show(item.id));

  const read = useMemo(() => {
    const called = new Map<number | null, string>(categories.data?.map(({ id, name }) => [id, name]));
    return (
      readTexts &&
      ((item: MenuItem) => joinHints(readTexts(item), there.suggest?.dish(called.get(item.categoryId), item.name)))
    );
  }, [readTexts, there.suggest, categories.data]);

  const go = (name: 'view' | 'show' | 'from', value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    setQuery(next);
  };
  const declare = async () => {
    // Only the dishes say why they were refused.
    if (!(await drafts.declare()) && view !== 'dishes') go('view', 'dishes');
  };

  return (
    <>
      <PageHeader
        dense
        title="Allergens"
        description="What each dish contains. Guests see what you declare, and can hide what they must not eat."
        actions={
          maySet && (
            <Button asChild variant="secondary" size="sm">
              <Link href="/settings/allergens">{SCHEME_NAMES[allergenSchemeOf(tenant.data?.allergenScheme)]}</Link>
            </Button>
          )
        }
      />
      {renderBody()}
    </>
  );

  function renderBody() {
    const queries = combineQueries([items, categories, groups, tenant]);
    if (queries.isError) return <LoadErrorCard title="Couldn't load your dishes" query={queries} />;
    if (!items.data || !categories.data || !groups.data || !asked || !read) {
      return (
        <Card className="p-5 sm:p-7">
          <LoadingRows rows={6} row="h-12" className="gap-4" />
        </Card>
      );
    }
    if (items.data.length === 0) {
      return (
        <Card>
          <EmptyState
            icon={<UtensilsCrossed />}
            title="Nothing on the menu yet"
            description="Add your dishes first. Then declare here what they contain."
          />
        </Card>
      );
    }
    const all = items.data;
    const dishes = dishesOf(all, asked, read, writesMenu);
    const item = all.find(({ id }) => id === dialog.subject);
    const after = dishes.slice(dishes.findIndex((dish) => dish.item.id === item?.id) + 1);
    const next = after.find(isUndeclared)?.item;
    return (
      <div className="flex flex-col gap-5">
        {drafts.isRestored && <RestoredNotice />}
        <Segmented<View>
          label="View"
          value={view}
          onValueChange={(name) => go('view', name)}
          options={[
            { value: 'dishes', label: 'Dishes' },
            ...(groups.data.length > 0 ? [{ value: 'options' as const, label: 'Options' }] : []),
            { value: 'check', label: 'Menu Check' },
          ]}
          className="self-start max-sm:w-full"
        />
        {others.length > 0 && view !== 'check' && (
          <FormField label="Suggestions From" className="max-w-sm">
            <Select
              value={place?.id ?? OWN_TEXTS}
              onValueChange={(id) => go('from', id)}
              options={[
                { value: OWN_TEXTS, label: 'Your texts' },
                ...others.map(({ id, name }) => ({ value: id, label: `Your texts and ${name}` })),
              ]}
            />
          </FormField>
        )}
        {place && there.isError && (
          <RetryAlert query={there}>
            The menu of <bdi>{place.name}</bdi> couldn't be loaded.
          </RetryAlert>
        )}
        {view === 'options' && (
          <OptionDeclarations groups={groups.data} asked={asked} suggest={there.suggest?.option} />
        )}
        {view === 'check' && <MenuCheckList onOpen={dialog.show} onOpenOptions={() => go('view', 'options')} />}
        {view === 'dishes' && (
          <Dishes
            dishes={dishes}
            categories={categories.data}
            asked={asked}
            place={place?.name}
            drafts={drafts}
            shown={oneOf(SHOWN, query.get('show'))}
            onShow={(shown) => go('show', shown)}
            onOpen={({ id }) => dialog.show(id)}
          />
        )}
        {item && (
          <DishDeclarationDialog
            key={dialog.key}
            open={dialog.open}
            item={item}
            items={all}
            categories={categories.data}
            asked={asked}
            hints={read(item)}
            begun={drafts.drafts.get(item.id)}
            onSettled={() => drafts.drop(item.id)}
            onNext={next && (() => dialog.show(next.id))}
            onClose={dialog.close}
          />
        )}
        {drafts.drafts.size > 0 && (
          <div className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 flex animate-fade-in items-center justify-between gap-3 rounded-full border border-line bg-surface py-2 ps-5 pe-2 shadow-float">
            <p role="status" className="min-w-0 text-sm text-ink-muted">
              {many(drafts.drafts.size, 'dish', 'dishes')} changed, not declared yet
            </p>
            <div className="flex gap-1">
              {!drafts.isDeclaring && (
                <Button variant="ghost" onClick={() => void drafts.discard()}>
                  Discard
                </Button>
              )}
              <Button busy={drafts.isDeclaring} onClick={() => void declare()}>
                {drafts.isDeclaring ? 'Declaring…' : 'Declare'}
              </Button>
            </div>
          </div>
        )}
      </div>
    );
  }
}

interface DishesProps {
  dishes: readonly Dish[];
  categories: readonly Category[];
  asked: readonly Allergen[];
  /** The other restaurant that suggestions come from. */
  place: string | undefined;
  drafts: ReturnType<typeof useDrafts>;
  shown: Shown;
  onShow: (shown: Shown) => void;
  onOpen: (item: MenuItem) => void;
}

/** The dishes: on a laptop a matrix that is filled in by keys, on a phone rows that open. */
function Dishes({
  dishes,
  categories,
  asked,
  place,
  drafts: { drafts, refused, change },
  shown,
  onShow,
  onOpen,
}: DishesProps) {
  const hasMatrix = useMediaQuery('(min-width: 72rem)') && shown !== 'hinted';
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  // What was changed here stays in view until another choice shows.
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const confirmAll = useConfirmAllergens();
  const diets = useSetDiets();
  const writesMenu = useMay('menu.write');
  const { found, counts } = filterDishes(dishes, { search, shown }, new Set([...touched, ...drafts.keys()]));
  const inView = found.slice(0, limit);
  const groups = grouped(inView, categories);

  const filter = (change: () => void) => {
    setTouched(new Set());
    setLimit(PAGE);
    change();
  };
  const touch = ({ id }: MenuItem) => setTouched((before) => new Set(before).add(id));
  const toConfirm = found.filter(({ status }) => status === 'unconfirmed').slice(0, CONFIRMATIONS_MAX);
  const askAndConfirm = async () => {
    const count = many(toConfirm.length, 'dish', 'dishes');
    const names = toConfirm.slice(0, NAMED).map(({ item }) => item.name);
    const more = toConfirm.length - names.length;
    const sure = await confirm({
      title: `Is what you declared of ${count} still correct?`,
      description: (
        <>
          They were changed since: <bdi className="font-semibold text-ink">{names.join(', ')}</bdi>
          {more > 0 && ` and ${formatCount(more)} more`}. Guests with an allergy rely on it.
        </>
      ),
      confirmLabel: `Confirm ${count}`,
    });
    if (!sure) return;
    try {
      const confirmed = await confirmAll.mutateAsync(toConfirm.map(({ item }) => item));
      toast({ title: 'Allergens confirmed', description: `Of ${many(confirmed.length, 'dish', 'dishes')}.` });
    } catch (error) {
      toastInServersWords(error, 'Not confirmed', 'Failed to confirm the allergens. Please try again.');
    }
  };

  return (
    <>
      <div className="flex flex-col gap-3 xl:flex-row">
        <SearchInput label="Search dishes" value={search} onValueChange={(text) => filter(() => setSearch(text))} />
        <Segmented<Shown>
          label="Show"
          value={shown}
          wraps
          onValueChange={(value) => filter(() => onShow(value))}
          options={[
            { value: 'all', label: 'All', count: formatCount(counts.all) },
            { value: 'missing', label: 'Not declared', count: formatCount(counts.missing) },
            { value: 'unconfirmed', label: 'To be confirmed', count: formatCount(counts.unconfirmed) },
            {
              value: 'hinted',
              label: place === undefined ? 'In your text' : 'Suggested',
              count: formatCount(counts.hinted),
            },
          ]}
          className="shrink-0"
        />
      </div>
      <p role="status" className="sr-only">
        {formatCount(found.length)} of {many(dishes.length, 'dish', 'dishes')} shown
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 empty:hidden">
        {hasMatrix && <MatrixLegend />}
        {shown === 'unconfirmed' && toConfirm.length > 0 && (
          <Button variant="secondary" size="sm" busy={confirmAll.isPending} onClick={() => void askAndConfirm()}>
            Confirm {many(toConfirm.length, 'Dish', 'Dishes')}…
          </Button>
        )}
      </div>
      <Card className="overflow-clip">
        {found.length === 0 ? (
          <EmptyState icon={<SearchX />} title="No dishes here" description="Nothing on your menu matches." />
        ) : hasMatrix ? (
          <AllergenMatrix
            groups={groups}
            asked={asked}
            drafts={drafts}
            refused={refused}
            onChange={(item, declaration) => {
              touch(item);
              change(item, declaration);
            }}
            onOpen={onOpen}
          />
        ) : (
          <DishRows
            dishes={inView}
            asked={asked}
            drafts={drafts}
            refused={refused}
            withHints={shown === 'hinted'}
            onOpen={(item) => {
              touch(item);
              onOpen(item);
            }}
            onSetDiets={writesMenu ? (item, diet) => diets.mutate({ item, diet }) : undefined}
          />
        )}
      </Card>
      {found.length > limit && (
        <Button variant="secondary" className="self-center" onClick={() => setLimit(limit + PAGE)}>
          Show {formatCount(Math.min(PAGE, found.length - limit))} More
        </Button>
      )}
    </>
  );
}

/** How many dishes a question names. */
const NAMED = 8;

/** The dishes by category, in the order of the menu; those without one are last. */
function grouped(dishes: readonly Dish[], categories: readonly Category[]) {
  const byCategory = Map.groupBy(dishes, ({ item }) => item.categoryId);
  const known = categories.flatMap(({ id, name }) => {
    const own = byCategory.get(id);
    byCategory.delete(id);
    return own ? [{ name, dishes: own }] : [];
  });
  const rest = [...byCategory.values()].flat();
  return rest.length > 0 ? [...known, { name: 'No category', dishes: rest }] : known;
}
