import { formatMoney, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { PhoneMenu } from './phone-menu.tsx';

const DISH = 'Tagliatelle al Ragù';
const FIRST_PRICE = 18.5;
const STEP = 0.5;
const SHOW_ITSELF_AFTER_MS = 2200;

/** A product demo: editing the card updates the phone. */
export function LiveEdit() {
  const [price, setPrice] = useState(FIRST_PRICE);
  const [isAvailable, setAvailable] = useState(true);
  const [isTouched, setTouched] = useState(false);

  // Plays once by itself, so that it needs no explanation.
  useEffect(() => {
    if (isTouched || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => setPrice(FIRST_PRICE - 2 * STEP), SHOW_ITSELF_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isTouched]);

  const change = (by: number) => {
    setTouched(true);
    setPrice((now) => Math.min(99, Math.max(STEP, now + by)));
  };

  return (
    <div className="relative isolate flex flex-col items-center pb-2 xl:items-end">
      <div
        aria-hidden
        className="tablecloth absolute -inset-x-5 top-16 bottom-24 -z-10 bg-brand-soft text-brand opacity-80 sm:inset-x-0 sm:rounded-sheet xl:-end-6"
      />
      <PhoneMenu dish={DISH} price={price} isAvailable={isAvailable} />
      <Card className="relative z-10 -mt-36 w-full max-w-72 shadow-overlay! xl:absolute xl:start-0 xl:top-44 xl:mt-0 xl:max-w-70">
        <section aria-label="Try it: edit a dish" className="flex flex-col gap-4 p-5">
          <div className="flex flex-col">
            <p className="eyebrow text-tomato-ink">Try it</p>
            <h2 className="display text-lg">{DISH}</h2>
          </div>
          <div className="flex items-center justify-between gap-3">
            <span className="font-semibold">Price</span>
            <div className="flex items-center gap-1">
              <Button
                variant="secondary"
                size="sm"
                className="px-3!"
                aria-label="Lower the price"
                onClick={() => change(-STEP)}
              >
                <Minus aria-hidden />
              </Button>
              <output className="figures min-w-18 text-center font-bold">{formatMoney(price, US_DOLLARS)}</output>
              <Button
                variant="secondary"
                size="sm"
                className="px-3!"
                aria-label="Raise the price"
                onClick={() => change(STEP)}
              >
                <Plus aria-hidden />
              </Button>
            </div>
          </div>
          <Switch
            label="Available"
            checked={isAvailable}
            onCheckedChange={(checked) => {
              setTouched(true);
              setAvailable(checked);
            }}
          />
          <p className="text-sm text-ink-muted">Changes show on guests' phones instantly.</p>
        </section>
      </Card>
    </div>
  );
}
