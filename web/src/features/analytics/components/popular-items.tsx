import { type Analytics, RANKED_ITEMS } from '@tavola/contracts/analytics.ts';
import { useState } from 'react';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useItemNames } from '../api.ts';
import { Ranking } from './ranking.tsx';

/** The most viewed items. */
export function PopularItems({ items }: Pick<Analytics, 'items'>) {
  const [by, setBy] = useState<'seen' | 'opened'>('seen');
  const names = useItemNames();
  return (
    <Card>
      <CardSection
        title="Popular Items"
        description="What guests look at most."
        actions={
          items.length > 0 && (
            <Segmented
              label="Sort by"
              value={by}
              options={[
                { value: 'seen', label: 'Seen' },
                { value: 'opened', label: 'Opened' },
              ]}
              onValueChange={setBy}
            />
          )
        }
      >
        {items.length === 0 ? (
          <p className="py-6 text-center text-ink-muted">No items viewed in this period.</p>
        ) : (
          <Ranking
            caption="Popular items, by how often they were seen and opened"
            nameOfRows="Item"
            columns={[
              { figure: 'seen', label: 'Seen' },
              { figure: 'opened', label: 'Opened' },
            ]}
            by={by}
            rows={items
              .toSorted((one, other) => other[by] - one[by])
              .slice(0, RANKED_ITEMS)
              .map(({ itemId, seen, opened }) => ({
                key: String(itemId),
                name: <ItemName id={itemId} names={names} />,
                seen,
                opened,
              }))}
          />
        )}
      </CardSection>
    </Card>
  );
}

function ItemName({ id, names }: { id: number; names: ReadonlyMap<number, string> | undefined }) {
  const name = names?.get(id);
  if (name !== undefined) return <Bidi className="line-clamp-2 wrap-anywhere">{name}</Bidi>;
  return <span className="font-normal text-ink-muted">{names ? `Deleted item (#${id})` : `Item #${id}`}</span>;
}
