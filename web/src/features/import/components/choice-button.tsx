import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

interface ChoiceButtonProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of the things that a text may mean. */
export const ChoiceButton = ({ isChosen, onChoose, children }: ChoiceButtonProps) => (
  <Button
    size="sm"
    variant="secondary"
    aria-pressed={isChosen}
    className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
    onClick={onChoose}
  >
    {children}
  </Button>
);
