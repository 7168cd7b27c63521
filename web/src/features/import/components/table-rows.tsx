import type { MenuItemChange } from '@tavola/contracts/menu.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { useState } from 'react';
import { cellText } from '../../../lib/menu-table/cells.ts';
import { SOLD_OUT } from '../../../lib/menu-table/columns.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { BeforeAfter } from '../../../ui/before-after.tsx';
import { ShowAll } from '../../../ui/show-all.tsx';
import type { CellChange } from '../table/compare-cells.ts';
import type { PlannedRow, TablePlan } from '../table/plan-table.ts';

/** How many rows show before one asks for all. */
const FIRST = 200;

/** The dishes and categories that a table changes or adds, each cell before and after. */
export function TableRows({ plan: { rows, categories }, money }: { plan: TablePlan; money: OwnMoney }) {
  const [isWhole, setIsWhole] = useState(false);
  const changed = rows.filter(({ action }) => action === 'change' || action === 'add');
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-line border-y border-line">
        {categories
          .filter(({ id, changes }) => id === undefined || changes.length > 0)
          .map(({ id, name, changes }) => (
            <li key={name} className="flex flex-col gap-1.5 py-3">
              <RowTitle name={name} place="Category" isNew={id === undefined} />
              <Changes changes={changes} money={money} />
            </li>
          ))}
        {changed.slice(0, isWhole ? undefined : FIRST).map((row) => (
          <li key={row.number} className="flex flex-col gap-1.5 py-3">
            <RowTitle name={row.item?.name ?? row.name} place={row.category.name} isNew={row.action === 'add'} />
            <Changes changes={row.changes.filter((change) => !isSaidElsewhere(row, change))} money={money} />
          </li>
        ))}
      </ul>
      {!isWhole && changed.length > FIRST && <ShowAll count={changed.length} onShow={() => setIsWhole(true)} />}
    </div>
  );
}

/** A new dish's name and category stand above what else is said of it; its price follows from its sizes. */
const isSaidElsewhere = ({ action, changes }: PlannedRow, { column }: CellChange) =>
  action === 'add' &&
  !column.lang &&
  (column.field === 'name' ||
    column.field === 'categoryId' ||
    (column.field === 'price' && changes.some((change) => change.column.field === 'variants')));

function RowTitle({ name, place, isNew }: { name: string; place: string; isNew: boolean }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <bdi className="font-medium wrap-anywhere">{name}</bdi>
      <bdi className="text-sm text-ink-muted">{place}</bdi>
      {isNew && <Badge>New</Badge>}
    </p>
  );
}

function Changes({ changes, money }: { changes: readonly CellChange[]; money: OwnMoney }) {
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
      {changes.map(({ column, before, after, value, note }) => (
        <div key={column.heading} className="contents">
          <dt className="wrap-anywhere text-ink-muted">
            <bdi>{column.heading}</bdi>
          </dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
            {before === null ? (
              <bdi>{column.field === 'variants' ? sizesInWords(value, money) : shown(column, after, money)}</bdi>
            ) : (
              <BeforeAfter before={shown(column, before, money)} after={shown(column, after, money)} />
            )}
            {note && <span className="block text-saffron-ink">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As in 'Small $3.50 · Large $4.50'. */
const sizesInWords = (value: CellChange['value'], money: OwnMoney): string =>
  (value as NonNullable<MenuItemChange['variants']>)
    .map(
      ({ name, price, isAvailable }) =>
        `${name} ${formatMoney(price, money)}${isAvailable === false ? ` ${SOLD_OUT}` : ''}`,
    )
    .join(' · ');

const shown = ({ field }: CellChange['column'], cell: CellChange['after'], money: OwnMoney): string =>
  field === 'price' && typeof cell === 'number' ? formatMoney(cell, money) : cellText(cell) || 'empty';
