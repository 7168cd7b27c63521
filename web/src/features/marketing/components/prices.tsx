import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { usePricing } from '../api.ts';

/** What the operator charges; nothing if the operator says nothing of prices. */
export function Prices() {
  const { plans } = usePricing();
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="prices" className="mx-auto max-w-6xl px-5 pt-20 sm:px-8 lg:pt-28">
      <h2 id="prices" className="display text-3xl">
        What it costs
      </h2>
      <p className="max-w-prose pt-3 text-lg text-ink-muted">
        After the free trial. Until then, everything is included.
      </p>
      <ul className="grid gap-6 pt-10 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {plans.map(({ name, price, includes, link }) => (
          <li key={name} className="min-w-0">
            <Card className="flex h-full max-w-xl flex-col gap-5 p-6 sm:p-8">
              <div className="flex flex-col gap-1 wrap-anywhere">
                <h3 className="font-semibold text-ink-muted">{name}</h3>
                <p className="display figures text-2xl">{price}</p>
              </div>
              {includes.length > 0 && (
                <ul className="flex flex-col gap-2.5">
                  {includes.map((line) => (
                    <li key={line} className="flex items-start gap-3">
                      <Check aria-hidden className="mt-1.5 size-4 shrink-0 text-brand" strokeWidth={3} />
                      <span className="min-w-0 wrap-anywhere">{line}</span>
                    </li>
                  ))}
                </ul>
              )}
              {link && (
                <Button asChild variant="secondary" className="mt-auto">
                  {link.startsWith('/') ? <Link href={link}>Choose {name}</Link> : <a href={link}>Choose {name}</a>}
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
