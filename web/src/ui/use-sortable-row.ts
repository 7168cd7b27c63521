import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ComponentProps, CSSProperties } from 'react';
import { cn } from './cn.ts';

const transition = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

export interface SortableRow {
  /** For the row itself. */
  row: { ref: (element: HTMLElement | null) => void; style: CSSProperties; className: string };
  /** For the row's `SortHandle`. */
  grip: Grip;
}

/** The props that make a handle drag its row. */
export interface Grip extends Pick<ComponentProps<'button'>, 'onMouseDown' | 'onTouchStart' | 'onKeyDown'> {
  ref: (element: HTMLElement | null) => void;
  'aria-describedby': string;
  lifted: boolean;
}

/** One row of a `Sortable`. */
export function useSortableRow(id: number): SortableRow {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, ...state } = useSortable({
    id,
    transition,
  });
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition: state.transition },
      className: cn(
        state.isDragging && 'relative z-10 bg-surface! shadow-float outline -outline-offset-1 outline-line-strong',
      ),
    },
    grip: {
      ...listeners,
      ref: setActivatorNodeRef,
      'aria-describedby': attributes['aria-describedby'],
      lifted: state.isDragging,
    },
  };
}
