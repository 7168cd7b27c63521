import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';
import { SortHandle } from './sort-handle.tsx';
import { useSortableRow } from './sorting-context.ts';
import { Switch } from './switch.tsx';

interface SortableRowProps {
  id: number;
  name: string;
  isActive: boolean;
  deleting: boolean;
  onSwitch: (isActive: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
  /** Its columns on wide screens. */
  className: string;
  /** A column of its own on wide screens. */
  aside?: ReactNode;
  /** Below its name. */
  children: ReactNode;
}

/** A row of a list that its reader can order: its name, whether it is active, and buttons to edit and delete it. */
export function SortableRow({
  id,
  name,
  isActive,
  deleting,
  onSwitch,
  onEdit,
  onDelete,
  className,
  aside,
  children,
}: SortableRowProps) {
  const { row, grip } = useSortableRow(id);
  return (
    <li
      {...row}
      data-row={id}
      className={cn(
        'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 pt-4 pb-2 not-last:border-b not-last:border-line sm:px-6 md:py-4 md:pe-4',
        className,
        deleting && 'opacity-40',
        row.className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2 max-md:col-span-2 md:gap-3">
        <SortHandle id={id} name={name} grip={grip} className="-ms-3 max-md:-mt-2 max-md:-me-1 max-md:self-start" />
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className={cn('display text-lg wrap-anywhere', !isActive && 'text-ink-muted')}>
            <bdi>{name}</bdi>
          </h2>
          {children}
        </div>
      </div>
      {aside}
      <div className="flex items-center gap-2.5 max-md:order-last max-md:flex-row-reverse max-md:justify-end">
        <Switch label={`${name} active`} hideLabel checked={isActive} onCheckedChange={onSwitch} />
        <span className={cn('text-sm font-medium whitespace-nowrap', isActive ? 'text-ink-muted' : 'text-tomato-ink')}>
          {isActive ? 'Active' : 'Inactive'}
        </span>
      </div>
      <div className="flex items-center max-md:-ms-3">
        <IconButton label={`Edit ${name}`} onClick={onEdit} className="max-md:size-12">
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${name}`}
          tone="destructive"
          aria-disabled={deleting}
          onClick={() => !deleting && onDelete()}
          className="max-md:size-12"
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}
