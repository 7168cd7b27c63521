import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { type ComponentProps, type RefCallback, use, useCallback, useState } from 'react';
import { cn } from './cn.ts';
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx';
import { type Grip, SortingContext } from './sorting-context.ts';

interface SortHandleProps {
  id: number;
  /** What it moves, as in "Move Primi". */
  name: string;
  grip: Grip | undefined;
  className?: string;
}

/**
 * The handle of a row in a `Sortable`. Dragging moves the row; pressing opens a menu of moves, for users who can't drag.
 * Renders nothing while rows can't be moved.
 */
export function SortHandle({ id, name, grip, className }: SortHandleProps) {
  const { idsAround, moveTo } = use(SortingContext);
  const [open, setOpen] = useState(false);
  const ids = idsAround(id);
  if (ids.length < 2 || !grip) return null;

  const place = ids.indexOf(id);
  const last = ids.length - 1;
  return (
    <DropdownMenu
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={<GripButton label={`Move ${name}`} grip={grip} onClick={() => setOpen(true)} className={className} />}
    >
      <MenuItem disabled={place === 0} onSelect={() => moveTo(id, place - 1)}>
        <ArrowUp aria-hidden />
        Move up
      </MenuItem>
      <MenuItem disabled={place === last} onSelect={() => moveTo(id, place + 1)}>
        <ArrowDown aria-hidden />
        Move down
      </MenuItem>
      <MenuItem disabled={place === 0} onSelect={() => moveTo(id, 0)}>
        <ArrowUpToLine aria-hidden />
        Move to top
      </MenuItem>
      <MenuItem disabled={place === last} onSelect={() => moveTo(id, last)}>
        <ArrowDownToLine aria-hidden />
        Move to bottom
      </MenuItem>
    </DropdownMenu>
  );
}

interface GripButtonProps extends ComponentProps<'button'> {
  label: string;
  grip: Grip;
}

/** Drops the menu trigger's pointer and key handlers, which would open the menu at the start of a drag. */
function GripButton({ label, grip, ref, onPointerDown: _, onKeyDown: __, className, ...props }: GripButtonProps) {
  const { lifted, ref: gripRef, ...listeners } = grip;
  const both: RefCallback<HTMLButtonElement> = useCallback(
    (element) => {
      gripRef(element);
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [gripRef, ref],
  );
  return (
    <button
      {...props}
      {...listeners}
      type="button"
      ref={both}
      aria-label={label}
      // In browsers where a prevented key press still clicks, Space would also open the menu.
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      className={cn(
        'inline-flex size-11 shrink-0 touch-manipulation items-center justify-center rounded-full select-none [-webkit-touch-callout:none]',
        'text-ink-faint transition-colors duration-150 hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken data-[state=open]:text-ink [&_svg]:size-[1.125rem]',
        lifted ? 'cursor-grabbing text-brand-ink' : 'cursor-grab',
        className,
      )}
    >
      <GripVertical aria-hidden />
    </button>
  );
}
