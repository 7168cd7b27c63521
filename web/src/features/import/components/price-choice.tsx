import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { Button } from '../../../ui/button.tsx';

interface PriceChoiceProps {
  price: number;
  isChosen: boolean;
  money: OwnMoney;
  onChoose: () => void;
}

/** One of the prices that a text may mean. */
export const PriceChoice = ({ price, isChosen, money, onChoose }: PriceChoiceProps) => (
  <Button
    size="sm"
    variant="secondary"
    aria-pressed={isChosen}
    className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
    onClick={onChoose}
  >
    {formatMoney(price, money)}
  </Button>
);
