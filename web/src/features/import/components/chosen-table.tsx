import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

interface ChosenTableProps {
  /** The file's. */
  name: string;
  rows: number;
  /** Why another file was not read. */
  error: string | undefined;
  onRemove: () => void;
  /** Chooses another file. */
  children: ReactNode;
}

/** The table that was chosen, in place of the text field. */
export function ChosenTable({ name, rows, error, onRemove, children }: ChosenTableProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <FileSpreadsheet aria-hidden className="size-8 shrink-0 text-brand" />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm text-ink-muted">{many(rows, 'row', 'rows')}</p>
        </div>
      </div>
      {error && <Alert>{error}</Alert>}
      <div className="flex flex-wrap gap-2.5">
        {children}
        <Button size="sm" variant="secondary" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}
