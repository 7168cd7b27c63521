import { useState } from 'react';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { changedFields, type Words } from './changed-fields.ts';
import { type PlannedChange, withOffersLeft } from './planned-change.ts';

/** How many dishes show until all are asked for. */
const SHOWN_FIRST = 200;

interface DraftPreviewProps {
  changes: readonly PlannedChange[];
  /** The ids of dishes that the owner leaves as they are. */
  leftOut: ReadonlySet<number>;
  /** undefined while no dish can be left out. */
  onLeaveOut: ((ids: readonly number[], isLeftOut: boolean) => void) | undefined;
  words: Words;
}

/** A draft as a difference: of each dish what changes, from what to what. A dish can be left as it is. */
export function DraftPreview({ changes, leftOut, onLeaveOut, words }: DraftPreviewProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? changes : changes.slice(0, SHOWN_FIRST);
  const possible = changes.flatMap(({ item, problem }) => (problem === undefined ? item.id : []));
  const isAllIn = possible.every((id) => !leftOut.has(id));
  return (
    <div className="flex flex-col gap-4">
      {possible.length > 1 && onLeaveOut && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => onLeaveOut(possible, isAllIn)}>
          {isAllIn ? 'Select None' : 'Select All'}
        </Button>
      )}
      <ul aria-label="Changes" className="divide-y divide-line border-y border-line">
        {shown.map(({ item, fields, problem, note }) => {
          const isLeftOut = leftOut.has(item.id) || problem !== undefined;
          const changed = fields && withOffersLeft(item, fields);
          return (
            <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3">
              <Checkbox
                className="min-w-0 flex-1 basis-52 [&_label]:wrap-anywhere"
                label={<bdi className={isLeftOut ? 'text-ink-muted' : 'font-medium'}>{item.name}</bdi>}
                checked={!isLeftOut}
                disabled={problem !== undefined || !onLeaveOut}
                onCheckedChange={(isIn) => onLeaveOut?.([item.id], !isIn)}
              />
              <div className="flex min-w-0 flex-col gap-0.5 ps-9 wrap-anywhere sm:grow sm:ps-0 sm:text-end">
                {problem !== undefined ? (
                  <span className="text-saffron-ink">{problem}</span>
                ) : changed === null ? (
                  <span className="font-semibold text-tomato-ink">Deleted</span>
                ) : (
                  <>
                    {/* What an offer is lower than. */}
                    {changed.offers && changed.price === undefined && !item.variants && (
                      <span className="text-ink-muted">Regular price: {words.priceInWords(item.price)}</span>
                    )}
                    {changedFields(valuesBefore(item, changed), changed, { ...words, sizes: sizesOf(item) }).map(
                      ({ name, label, before, after }) => (
                        <span key={name}>
                          {name !== 'price' && <span className="text-ink-muted">{label}: </span>}
                          <BeforeAfter before={before} after={after} />
                        </span>
                      ),
                    )}
                    {note && <span className="text-saffron-ink">{note}</span>}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {shown.length < changes.length && <ShowAll count={changes.length} onShow={() => setShowsAll(true)} />}
    </div>
  );
}

const sizesOf = ({ variants = [] }: PlannedChange['item']) => new Map(variants.map(({ id, name }) => [id, name]));

const valuesBefore = (item: PlannedChange['item'], fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, item[name as keyof typeof item]]));
