import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { cn } from '../../../ui/cn.ts';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ItemCounts, ItemFilter } from '../filter-items.ts';
import type { SelectionMode } from '../selection-mode.ts';

interface ItemsToolbarProps {
  items: readonly MenuItem[];
  categories: readonly Category[];
  filter: ItemFilter;
  counts: ItemCounts;
  /** Undefined where each item has a checkbox. */
  selection: SelectionMode | undefined;
  onChange: (filter: ItemFilter) => void;
}

/** Filters items by text, category and availability. */
export function ItemsToolbar({ items, categories, filter, counts, selection, onChange }: ItemsToolbarProps) {
  const inCategory = new Map<number | null, number>();
  for (const { categoryId } of items) inCategory.set(categoryId, (inCategory.get(categoryId) ?? 0) + 1);
  const named = categories.reduce((sum, { id }) => sum + (inCategory.get(id) ?? 0), 0);
  const unknown = items.length - named;
  // A phone shows dishes instead of filters until they are asked for.
  const [isOpen, setOpen] = useState(false);
  const filtersId = useId();
  const isFiltered = filter.category !== 'all' || filter.availability !== 'all';
  return (
    <div className="sticky top-16 z-10 grid gap-3 border-b border-line bg-surface p-2.5 sm:grid-cols-2 sm:px-6 sm:py-3 xl:grid-cols-[minmax(14rem,1fr)_13rem_auto]">
      <div className="flex gap-2">
        <SearchInput
          label="Search items"
          value={filter.search}
          onValueChange={(search) => onChange({ ...filter, search })}
        />
        <button
          type="button"
          aria-label="Filters"
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setOpen(!isOpen)}
          className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-line-control text-ink-muted aria-expanded:bg-sunken sm:hidden"
        >
          <SlidersHorizontal aria-hidden className="size-[1.125rem]" />
          {isFiltered && (
            <span className="absolute -end-1 -top-1 size-3 rounded-full border-2 border-surface bg-brand" />
          )}
        </button>
        {selection && (
          <button
            ref={selection.button}
            type="button"
            aria-label="Select items"
            aria-pressed={selection.isOn}
            onClick={selection.isOn ? selection.end : selection.start}
            className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-line-control text-ink-muted before:absolute before:-inset-0.5 before:content-[''] aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
          >
            <ListChecks aria-hidden className="size-[1.125rem]" />
          </button>
        )}
      </div>
      <div id={filtersId} className={cn('contents', !isOpen && 'max-sm:hidden')}>
        <Select
          aria-label="Category"
          value={String(filter.category)}
          onValueChange={(value) =>
            onChange({ ...filter, category: value === 'all' || value === 'unknown' ? value : Number(value) })
          }
          options={[
            { value: 'all', label: `All categories (${formatCount(items.length)})` },
            ...categories.map(({ id, name }) => ({
              value: String(id),
              label: `${name} (${formatCount(inCategory.get(id) ?? 0)})`,
            })),
            ...(unknown > 0 ? [{ value: 'unknown', label: `Unknown (${formatCount(unknown)})` }] : []),
          ]}
        />
        <Segmented
          label="Availability"
          value={filter.availability}
          onValueChange={(availability) => onChange({ ...filter, availability })}
          options={[
            { value: 'all', label: 'All', count: formatCount(counts.all) },
            { value: 'available', label: 'Available', count: formatCount(counts.available) },
            { value: 'out-of-stock', label: 'Out of Stock', count: formatCount(counts['out-of-stock']) },
          ]}
          className="sm:col-span-2 xl:col-span-1"
        />
      </div>
    </div>
  );
}
