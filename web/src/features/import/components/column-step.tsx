import { cellText } from '../../../lib/menu-table/cells.ts';
import { HEADINGS } from '../../../lib/menu-table/columns.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ColumnUse } from '../table/column-use.ts';
import { exportOf } from '../table/origin.ts';
import type { TablePlan } from '../table/plan-table.ts';
import { columnKey } from '../table/propose-uses.ts';
import type { ReadTable } from '../table/table-of.ts';

/** What every column may be taken for, in this order. */
const USES: readonly ColumnUse[] = [
  'name',
  'price',
  'categoryId',
  'path',
  'description',
  'isAvailable',
  'size',
  'energy',
  'spice',
  'image',
  'none',
];

const LABELS: Partial<Record<ColumnUse, string>> = {
  ...HEADINGS,
  path: 'Category, last part of a path',
  size: 'Size',
  energy: 'Energy',
  image: "Picture's address",
  archived: 'Archived',
  soldOut: 'Out of stock',
  published: 'Published',
  none: 'Not read',
};

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** What is asked where no column is known for it. */
const ASKED: Partial<Record<ColumnUse, string>> = {
  name: 'the names',
  price: 'the prices',
  categoryId: 'the categories',
  description: 'the descriptions',
  isAvailable: 'whether a dish is available',
};

/** How many values of a column are shown, and from how many rows they are. */
const [VALUES, LOOKED_AT] = [3, 200];

interface ColumnStepProps {
  table: ReadTable;
  plan: TablePlan;
  /** The menu's languages besides its own. */
  langs: readonly string[];
  onUse: (key: string, use: ColumnUse) => void;
}

/** Each column of a table with some of its values, and what it is taken for. */
export function ColumnStep({ table, plan: { uses, open }, langs, onUse }: ColumnStepProps) {
  const product = table.isOwn ? undefined : exportOf(table.headings)?.name;
  const translations = langs.flatMap((lang): ColumnUse[] => [`name:${lang}`, `description:${lang}`]);
  const proposed = uses.flatMap(({ use }) => use ?? []);
  const others = [...new Set([...translations, ...proposed])].filter((use) => !USES.includes(use));
  const options = [...USES, ...others].map((use) => ({ value: use, label: labelOf(use) }));
  const readCount = proposed.filter((use) => use !== 'none').length;
  return (
    <details open={open.length > 0 || !table.isOwn} className="rounded-control border border-line p-4">
      <summary className="-my-3 cursor-pointer py-3 font-semibold">
        Columns{' '}
        <span className="text-sm font-normal text-ink-muted">
          {formatCount(readCount)} of {formatCount(uses.length)} read
          {product && ` · Looks like a ${product} export`}
        </span>
      </summary>
      {open.length > 0 && (
        <p role="alert" className="mt-3 rounded-control bg-saffron-soft px-4 py-3 text-sm font-medium text-saffron-ink">
          Which column has {open.map((use) => ASKED[use] ?? labelOf(use)).join(' and ')}? Nothing is added until you
          choose it.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line pt-2">
        {table.headings.map((heading, index) => {
          const key = columnKey(heading, index);
          const name = heading || `Column ${formatCount(index + 1)}`;
          return (
            <li key={key} className="py-3">
              <FormField
                className="sm:grid sm:grid-cols-[1fr_14rem] sm:items-center sm:gap-x-4 sm:gap-y-0.5 sm:[&>button]:row-span-2"
                label={<bdi className="wrap-anywhere">{name}</bdi>}
                hint={<Values values={valuesOf(table, index)} />}
              >
                <Select
                  options={options}
                  value={uses[index]?.use}
                  placeholder="Choose"
                  onValueChange={(use) => onUse(key, use as ColumnUse)}
                />
              </FormField>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0) return 'Empty';
  return <bdi className="line-clamp-2 wrap-anywhere">{values.join(' · ')}</bdi>;
}

/** The first different values of a column. */
function valuesOf({ rows }: ReadTable, index: number): string[] {
  const texts = rows.slice(0, LOOKED_AT).map(({ cells }) => cellText(cells[index] ?? null).trim());
  return [...new Set(texts.filter(Boolean))].slice(0, VALUES);
}

function labelOf(use: ColumnUse): string {
  const [field = '', lang] = use.split(':');
  const label = LABELS[field as ColumnUse] ?? field;
  return lang ? `${label} in ${LANGUAGES.of(lang)}` : label;
}
