import type { ReactNode } from 'react';
import { many } from '../../../lib/draft/draft-in-words.ts';

/** A list of prices that the owner enters or chooses, of which some are not answered yet. */
export function PricesToCheck({ unanswered, children }: { unanswered: number; children: ReactNode }) {
  return (
    <section aria-label="Prices to check" className="flex flex-col gap-4 rounded-control bg-saffron-soft p-4">
      <p className="font-semibold text-saffron-ink">
        {unanswered === 0 ? 'All prices are set' : many(unanswered, 'price to check', 'prices to check')}
      </p>
      <ul className="flex flex-col gap-4">{children}</ul>
    </section>
  );
}
