import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '../lib/text/format.ts';
import { Button } from './button.tsx';

interface ShowAllProps {
  /** How many rows there are. */
  count: number;
  onShow: () => void;
}

/** Shows the rest of the list that stands before it. Then it is gone, and the focus is at the first row that came. */
export function ShowAll({ count, onShow }: ShowAllProps) {
  const show = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.previousElementSibling;
    const before = list?.children.length ?? 0;
    flushSync(onShow);
    const row = list?.children[before] as HTMLElement | undefined;
    if (!row) return;
    row.tabIndex = -1;
    row.focus();
  };
  return (
    <Button variant="secondary" className="self-center" onClick={show}>
      Show All {formatCount(count)}
    </Button>
  );
}
